#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// `moment` as "2025-01-31T12:00:00Z" (RFC 3339, UTC, whole seconds).
std::string format_moment(std::chrono::system_clock::time_point moment);

/// What `format_moment` wrote; nullopt for anything else.
std::optional<std::chrono::system_clock::time_point> parse_moment(std::string_view text);

}  // namespace httparity
