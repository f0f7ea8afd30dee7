#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// The reference tokens of a JSON pointer, unescaped (RFC 6901, section 4); nullopt where it is none: it neither is
/// empty nor begins with `/`, or a `~` is not followed by `0` or `1`.
std::optional<std::vector<std::string>> parse_json_pointer(std::string_view pointer);

}  // namespace httparity
