#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "wire/span.h"

namespace httparity {

/// A stretch of two texts where they differ; outside of all hunks they are equal. Empty on one side where the other
/// has bytes more.
struct Hunk {
  Span reference;
  Span port;

  friend bool operator==(const Hunk&, const Hunk&) = default;
};

/// How many hunks two texts are shown with; what differs behind the last but one is one hunk with the rest.
constexpr std::size_t kMostHunks = 8;

/// Where `reference` and `port` differ, in order; none where they are equal. What lies between the common beginning and
/// the common end is divided further where that is cheap (Myers' algorithm, with a bound on edits and steps), so that
/// the cost is linear in the size of the texts whatever they hold.
std::vector<Hunk> diff(std::string_view reference, std::string_view port);
/// The same over symbols of 16 bits.
std::vector<Hunk> diff(std::u16string_view reference, std::u16string_view port);

/// How many bytes the two begin (or end) with in common.
std::size_t common_prefix(std::string_view x, std::string_view y);
std::size_t common_suffix(std::string_view x, std::string_view y);

}  // namespace httparity
