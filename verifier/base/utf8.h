#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// How many bytes the UTF-8 sequence at the start of `text` has (1 to 4); 0 where there is none: cut, overlong, a
/// surrogate, or beyond U+10FFFF (RFC 3629).
std::size_t utf8_length(std::string_view text);

/// `text` is UTF-8 from end to end.
bool is_utf8(std::string_view text);

/// Adds `code_point` to `out` as UTF-8. REQUIRES: at most U+10FFFF and no surrogate.
void append_utf8(std::string& out, char32_t code_point);

/// The bytes that the code points U+0000..U+00FF of `text` stand for; nullopt where a higher one is among them.
/// REQUIRES: is_utf8(text).
std::optional<std::string> latin1_bytes(std::string_view text);

/// UTF-8 whose code points are `bytes`: what latin1_bytes reads.
std::string latin1_text(std::string_view bytes);

}  // namespace httparity
