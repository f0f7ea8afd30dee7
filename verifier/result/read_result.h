#pragma once

#include <string>

#include "base/result.h"
#include "result/run_result.h"

namespace httparity {

/// The value of which `render_json` made `text`, strictly read: what is missing, unknown or of another kind is an error
/// with line and JSON pointer, and so is a measurement of a target or step that isn't there. What follows from the rest
/// (percentiles, ratios, gates, the exit status) isn't taken from the text: it is computed again, and a text that says
/// otherwise (see check_derived) or whose counts aren't the sums of their parts (broken_sum) is refused. `path` names
/// the text in errors.
Result<RunResult> parse_result(std::string text, const std::string& path);

}  // namespace httparity
