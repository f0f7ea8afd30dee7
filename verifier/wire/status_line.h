#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace httparity {

/// Length of "HTTP/1.1 200".
inline constexpr std::size_t kStatusBytes = 12;

/// Where `line` first shows "HTTP/d.d ddd", with a space or the line's end behind it (RFC 9112, section 4). Anything
/// else, such as two spaces or four digits, is no status.
std::optional<std::size_t> find_status(std::string_view line);

/// `line` ends with "HTTP/d.d", as a request line does (RFC 9112, section 3).
bool ends_with_version(std::string_view line);

}  // namespace httparity
