#pragma once

#include "load/bench/bars.h"
#include "load/bench/plan.h"

namespace httparity {

/// The engine beside wrk, beside itself without checking and beside bare clients. The server is the null server.
void null_lines(const BenchPlan& plan, Bars& bars);
/// Four values that change in every answer, a Date among them, beside none.
void mask_line(const BenchPlan& plan, Bars& bars);
/// The engine over TLS beside wrk over TLS.
void tls_lines(const BenchPlan& plan, Bars& bars);

}  // namespace httparity
