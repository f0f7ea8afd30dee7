#pragma once

#include "load/bench/bars.h"
#include "load/bench/plan.h"

namespace httparity {

/// The engine beside wrk where nginx is the limit, and an open loop. Without nginx nothing is measured.
void nginx_lines(const BenchPlan& plan, Bars& bars);

}  // namespace httparity
