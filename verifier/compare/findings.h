#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/difference.h"
#include "compare/masked_text.h"
#include "wire/limits.h"

namespace httparity {

/// A masked place on one side: where it stands, and the whole hidden value as a view into the exchange (or into its
/// decoded payload).
struct HiddenValue {
  Span span;
  std::string_view value;
};

/// A masked place that both sides have.
struct MaskedPair {
  std::size_t mask = 0;  ///< counts in the masks of the step
  std::string part;
  Where where = Where::kResponse;
  HiddenValue reference;
  HiddenValue port;
  bool in_body = false;
};

/// A place that a mask selects on the reference side, for the mask audit.
struct SelectedPlace {
  std::size_t mask = 0;
  std::size_t bytes = 0;
  std::size_t body_bytes = 0;  ///< of the decoded payload that it lies in; 0 in a head
  bool differs = false;        ///< for what makes no `MaskedPair`: the port's bytes are others
};

/// What comparing one step has found so far.
struct Findings {
  std::vector<Difference> differences;
  std::vector<MaskedPair> pairs;
  std::vector<SelectedPlace> selected;
  std::vector<std::string> notes;
  std::optional<Limit> limit;  ///< reached while a payload was decoded: nothing certain can be said
};

/// `span` of `bytes`, moved by `offset` where the bytes are part of something longer.
Side make_side(std::string_view bytes, Span span, std::size_t offset = 0);

}  // namespace httparity
