#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace room {

std::string hex(std::string_view bytes);

/// Base64 with padding (RFC 4648, section 4).
std::string base64(std::string_view bytes);
/// The URL's alphabet without padding (RFC 4648, section 5).
std::string base64url(std::string_view bytes);

/// Strict: nullopt for a foreign character, a wrong length or wrong padding.
std::optional<std::string> from_base64(std::string_view text);
/// Takes either form of padding.
std::optional<std::string> from_base64url(std::string_view text);

/// application/x-www-form-urlencoded, one component: `+` is a space. nullopt where a `%` isn't two digits' start.
std::optional<std::string> form_decode(std::string_view text);
std::string form_encode(std::string_view text);

/// `%hh` decoded, anything else kept: how Rack::Files reads a path.
std::string path_decode(std::string_view text);

/// Every byte but letters, digits and `safe` as `%HH`.
std::string percent_encode(std::string_view text, std::string_view safe);

}  // namespace room
