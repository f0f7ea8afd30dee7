#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "compare/hunks.h"
#include "contract/mask.h"
#include "wire/message.h"

namespace httparity {

/// A place that a mask selects: `mask` counts in the masks that hold for the step.
struct Stretch {
  Span span;
  std::size_t mask = 0;

  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// What header masks select in the head of `message`: spans into message.bytes, ascending and disjoint. Of two that
/// overlap the one that begins first stays, then the one whose mask stands first.
std::vector<Stretch> head_stretches(std::span<const Mask> masks, const Message& message);
/// What body and JSON masks select in `payload`, by the same rules; the first 100,000 places, the rest compares
/// exactly.
std::vector<Stretch> body_stretches(std::span<const Mask> masks, std::string_view payload);

/// Those of `stretches` that lie in `span`, ends included.
std::span<const Stretch> stretches_in(std::span<const Stretch> stretches, Span span);

/// A text and the masked places in it. The spans count from `offset`, the place of the text's first byte.
struct MaskedText {
  std::string_view text;
  std::span<const Stretch> stretches;
  std::size_t offset = 0;
};

/// A place that one mask selects on both sides.
struct StretchPair {
  Stretch reference;
  Stretch port;

  friend bool operator==(const StretchPair&, const StretchPair&) = default;
};

struct MaskedDiff {
  std::vector<Hunk> hunks;         ///< where the texts differ outside of the masks; a mask's presence counts
  std::vector<StretchPair> pairs;  ///< places that answer each other, ascending
};

/// Compares two texts in which a masked place equals any place of the same mask. Spans as in the texts' stretches.
MaskedDiff diff_masked(const MaskedText& reference, const MaskedText& port);

/// The text as symbols: a byte for itself, a masked place as 256 and its mask's number.
std::u16string symbols_of(const MaskedText& text);

}  // namespace httparity
