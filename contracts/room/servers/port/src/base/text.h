#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace room {

/// `text` without spaces, control whitespace and NULs at both ends, as Ruby's String#strip.
std::string strip(std::string_view text);

/// The parts between `separator`s; empty parts at the end are dropped, as Ruby's String#split does.
std::vector<std::string> split(std::string_view text, char separator);

/// The integer that `text` begins with, 0 where it begins with none, as Ruby's String#to_i. Saturates.
std::int64_t leading_integer(std::string_view text);

/// ASCII letters lowered, all other bytes kept.
std::string lower(std::string_view text);

/// `text` with each `from` replaced.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

bool valid_utf8(std::string_view text);

/// Bytes of the code point that begins at `at`; 1 for anything that isn't a lead byte.
std::size_t code_point_bytes(std::string_view text, std::size_t at);

/// `&<>"'` as entities, as ERB::Util.h.
std::string escape_html(std::string_view text);

/// A JSON string with its quotes, as Ruby's JSON.generate writes it.
std::string json_string(std::string_view text);

/// Is `c` what a Ruby regular expression calls \s?
bool is_space(char c);
bool is_digit(char c);

}  // namespace room
