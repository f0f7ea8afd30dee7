#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "contract/contract.h"
#include "contract/mask.h"
#include "wire/exchange.h"

namespace httparity {

/// What may stand in a stretch of an expected answer.
enum class SlotKind {
  kMasked,  ///< any value that fits the mask
  kFresh,   ///< the same, but none that this side has sent before
  kEcho,    ///< the value of its own that the request carried
};

/// One stretch of an answer's raw bytes that differs from answer to answer.
struct Slot {
  Span span;
  SlotKind kind = SlotKind::kMasked;
  std::size_t mask = 0;    ///< index into Expectation::masks; unused for kEcho
  bool any_width = false;  ///< ends before `stop`, wherever that comes; only in a head
  char stop = '\r';        ///< the byte behind the span
  std::size_t group = 0;   ///< slots of one group show equal values where the image does; 0: unrelated

  friend bool operator==(const Slot&, const Slot&) = default;
};

/// The raw bytes of one valid answer, interim responses first, and its slots: ascending, disjoint.
struct Image {
  std::string bytes;
  std::vector<Slot> slots;

  friend bool operator==(const Image&, const Image&) = default;
};

/// What a target must answer to one request: an exchange that was verified before any load, and what may differ.
struct Expectation {
  std::string name;  ///< the step that showed it
  Exchange exchange;
  std::vector<Mask> masks;
  Image image;
  bool ends_with_close = false;  ///< the body ends where the connection does
  bool judged_in_full = false;   ///< a fresh value lies where no slot can be: equal bytes alone prove nothing
};

/// How many answers one request can be held to.
inline constexpr std::size_t kMostAnswers = 1 + kMostAlternatives;

/// Compiles the expectation. Stretches that masks select in the packed body, or across a chunk border, or that overlap
/// get no slot: an answer that differs there is compared in full. `echo` is the value that `{unique}` had in
/// `exchange.request` (empty: none); wherever the answer shows it, answers must show their own.
/// Fails where the exchange is incomplete or its own values don't fit the masks.
Result<Expectation> compile_expectation(Exchange exchange, std::vector<Mask> masks, std::string_view echo = {});

/// One value that a mask selects in an answer, each different value of a mask once.
struct SelectedValue {
  std::size_t mask = 0;  ///< index into the masks
  Span span;             ///< in the response's bytes, or in its decoded payload
  std::string bytes;
};

/// What `masks` select in the head and the decoded payload of `exchange`.
std::vector<SelectedValue> selected_values(const Exchange& exchange, const std::vector<Mask>& masks);

}  // namespace httparity
