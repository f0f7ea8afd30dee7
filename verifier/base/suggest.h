#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace httparity {

/// The candidate that a slip of the hand turns into `word` (one or two letters wrong, missing, doubled or swapped, at
/// most a third of its length; or other case); nullopt where none is that near.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// `; did you mean "x"?` for such a candidate, else nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace httparity
