#pragma once

#include <string>
#include <string_view>

#include "report/load_summary.h"

namespace httparity {

// Lines below a step's table, each beginning with `name`, the target's; empty where there is nothing to say.

/// The connect phase, where there was more to it than the connections that were asked for.
std::string connects_text(std::string_view name, const LoadStepPlan& plan, const TargetSummary& summary);

/// Which part of the latencies is the client's own, where that was measured.
std::string client_delay_text(std::string_view name, const TargetSummary& summary);

/// Errors and wrong answers by kind with the first of each, and accept queues that overflowed.
std::string errors_text(std::string_view name, const TargetSummary& summary);

}  // namespace httparity
