#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace room {

/// `Thu, 01 Jan 2026 09:00:00 GMT` (RFC 9110, section 5.6.7) of epoch seconds.
std::string http_date(std::int64_t seconds);

/// Epoch seconds of an RFC 2822 date as Ruby's Time.rfc2822 reads one: a prefix is enough, the weekday is not
/// checked, numeric and lettered zones count. nullopt for texts under 16 bytes, as Rack::ConditionalGet does.
std::optional<std::int64_t> parse_date(std::string_view text);

std::string iso_time(std::int64_t seconds);    // 2026-01-01T09:00:00Z
std::string clock_time(std::int64_t seconds);  // 09:00
std::string day_name(std::int64_t seconds);    // Thursday, 1 January 2026

std::int64_t now_seconds();

}  // namespace room
