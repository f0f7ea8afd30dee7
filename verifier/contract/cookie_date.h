#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace httparity {

/// The moment that the Expires attribute of a cookie means, read as leniently as RFC 6265, section 5.1.1 asks; nullopt
/// where it means none. Moments beyond what the clock can hold are its last one.
std::optional<std::chrono::system_clock::time_point> parse_cookie_date(std::string_view text);

}  // namespace httparity
