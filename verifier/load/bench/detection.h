#pragma once

#include "load/bench/bars.h"
#include "load/bench/plan.h"

namespace httparity {

/// One byte of one answer in 20,000 is wrong, at any offset, and answers come in pieces: all must be found.
void detection_line(const BenchPlan& plan, Bars& bars);

/// Ten million answers without a fault: none may be called wrong.
void alarms_line(Bars& bars);

}  // namespace httparity
