#pragma once

#include <string_view>

namespace httparity {

/// `pattern` matches the whole of `text`: `*` any bytes, `?` one byte, `\` makes the next one literal. The time is at
/// most the product of both lengths, whatever the pattern.
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace httparity
