#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// `text` without anything that a build machine's log reader takes for a command: a line that begins with `::` after
/// blanks, and `##[` or `##vso[` anywhere. The second character of each is written as an escape.
std::string without_workflow_commands(std::string_view text);

}  // namespace httparity
