#pragma once

#include <string>

#include "result/verify_result.h"

namespace httparity {

/// A step of it differs in a way that the ledger doesn't know.
bool differs(const ScenarioResult& scenario);

/// Says in the notes of `in_suite`, which ran on what other scenarios left, where the same scenario `alone` on fresh
/// state comes out otherwise: at the scenario where all of it is at parity alone, else at each step that is; at
/// the scenario, too, which of its steps differ only alone. Verdicts stay. `order`: what brings the order of the run
/// back, such as "seed 7".
void note_order_dependence(const ScenarioResult& alone, const std::string& order, ScenarioResult& in_suite);

}  // namespace httparity
