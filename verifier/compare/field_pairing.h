#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace httparity {

/// A field line as the pairing sees it.
struct PairableLine {
  std::string name;      ///< in lower case
  std::u16string value;  ///< folds and masks resolved: lines that are the same show the same here
};

/// Which field lines of two messages answer each other.
struct FieldPairing {
  std::vector<std::optional<std::size_t>> port_of;       ///< for each line of the reference
  std::vector<std::optional<std::size_t>> reference_of;  ///< for each line of the port
  std::vector<std::size_t> moved;     ///< lines of the reference whose answer stands elsewhere in the order, ascending
  std::vector<bool> name_is_on_port;  ///< for each line of the reference
  std::vector<bool> name_is_on_reference;  ///< for each line of the port
};

/// Lines answer each other by name. Where a name's lines are the same on both sides in another order, they pair by
/// value and some have moved; where the counts agree else, they pair in order; where they don't, the same lines pair
/// first and the rest in order. Order among names is judged on those whose counts agree: the fewest lines that must
/// move have moved.
FieldPairing pair_fields(std::span<const PairableLine> reference, std::span<const PairableLine> port);

}  // namespace httparity
