#pragma once

#include <string>
#include <string_view>

namespace httparity::html {

/// The bytes that every parser of trees is given: WHATWG "UTF-8 decode" of `bytes`, written back as UTF-8. One byte
/// order mark at the begin is dropped; each maximal subpart of an ill-formed sequence becomes U+FFFD (WHATWG Encoding,
/// section 8.1.1). Decoding is thereby the same for all and no part of a comparison of parsers.
std::string decode_utf8(std::string_view bytes);

/// The bytes of the character that begins at `offset` of valid UTF-8, 1 to 4.
std::size_t utf8_length(std::string_view text, std::size_t offset);

/// `code_point` (a scalar value) as UTF-8, appended to `out`.
void append_utf8(std::string& out, char32_t code_point);

}  // namespace httparity::html
