#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// `bytes` in the base64 alphabet of RFC 4648, section 4, padded.
std::string encode_base64(std::string_view bytes);

/// The bytes that `text` encodes; nullopt unless it is the one canonical, padded form of them.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace httparity
