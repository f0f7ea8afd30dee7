#include "base/suggest.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kLongestWord = 64;

/// Letters to insert, drop, replace or swap with their neighbour to turn `from` into `to`.
std::size_t slips_between(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> slips(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        slips[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = slips[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      slips[i][j] = std::min({slips[i - 1][j] + 1, slips[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        slips[i][j] = std::min(slips[i][j], slips[i - 2][j - 2] + 1);
      }
    }
  }
  return slips.back().back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  const std::string lowered = lower(word);
  std::optional<std::string> nearest;
  std::size_t least = 3;
  for (const std::string_view candidate : candidates) {
    const std::size_t slips = slips_between(lowered, lower(candidate));
    const bool is_near = slips * 3 <= std::max(word.size(), candidate.size());
    if (is_near && slips < least) {
      least = slips;
      nearest = std::string(candidate);
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto nearest = nearest_word(word, candidates);
  return nearest ? "; did you mean \"" + escape_bytes(*nearest) + "\"?" : "";
}

}  // namespace httparity
