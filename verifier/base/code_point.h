#pragma once

#include <string_view>

namespace httparity {

/// Takes one code point off the front of `rest`: U+FFFD for a byte that begins no UTF-8 sequence (RFC 3629, section 4).
/// REQUIRES: `rest` is not empty.
char32_t take_code_point(std::string_view& rest);

}  // namespace httparity
