#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "result/run_result.h"
#include "run/demo_origin.h"

namespace httparity {

/// Runs the demo's contract against two of its own servers, the port with `fault` (nullptr: without any).
RunResult run_demo(const PlantedFault* fault, std::stop_token stop = {});

/// `result` shows exactly what was planted: every exchange compared, differences of the fault's kind and of no other;
/// without a fault parity alone.
bool shows_what_was_planted(const RunResult& result, const PlantedFault* fault);

}  // namespace httparity
