#pragma once

#include <vector>

#include "result/verify_result.h"
#include "run/scenario_run.h"

namespace httparity {

/// One result of a scenario that ran several times: where the runs don't agree (another outcome, or a side whose answer
/// is not its first one again outside the masks), the step is flaky and a note says why. REQUIRES: at least one; with
/// more, each with its exchanges.
ScenarioOutcome merge_repetitions(std::vector<ScenarioOutcome> outcomes, const Limits& limits);

}  // namespace httparity
