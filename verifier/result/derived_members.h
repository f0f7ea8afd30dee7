#pragma once

#include "base/json.h"
#include "result/run_result.h"

namespace httparity {

/// Adds to `errors` where `root`, of which `result` was read, says something else than follows from the rest of it: a
/// rate, a percentile, a ratio, a gate, the exit status, whether the run was complete; or lacks it. Whoever shows a
/// result computes these anew, so that a text that says otherwise was changed after the run. Words may differ where
/// another version wrote them, and compressed members aren't compared.
void check_derived(const JsonValue& root, const RunResult& result, JsonErrors& errors);

}  // namespace httparity
