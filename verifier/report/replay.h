#pragma once

#include <string>
#include <string_view>

#include "result/run_result.h"

namespace httparity {

/// The shell command that replays `step` of `scenario` alone (with the steps before it, that it rests on), as one line
/// of printable ASCII.
std::string replay_command(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step);

/// `word` for a shell: as it is, in single quotes, or in $'...' where bytes outside printable ASCII need it.
std::string shell_quote(std::string_view word);

/// `name` as a glob that matches nothing else.
std::string glob_quote(std::string_view name);

}  // namespace httparity
