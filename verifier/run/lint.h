#pragma once

#include <string>
#include <vector>

#include "result/run_result.h"

namespace httparity {

/// Checks the contracts and the targets.json of each path: every error is a failure of the result, and its notes say
/// what was checked.
RunResult lint(const std::vector<std::string>& paths);

}  // namespace httparity
