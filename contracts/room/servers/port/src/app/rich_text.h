#pragma once

#include <string>
#include <string_view>

namespace room {

/// What a person typed, as HTML: escaped, addresses linked, `*words*` strong, lines broken.
std::string rich_text(std::string_view text);

}  // namespace room
