#pragma once

#include "load/bench/bars.h"

namespace httparity {

/// What a connection costs in memory, from 64 to 4,096 of them, the kernel's own buffers left out.
void memory_line(Bars& bars);

/// System calls per answer, counted by perf, those apart that polled while there was nothing to do; where it can't
/// count them, nothing is held to a bar.
void system_call_line(Bars& bars);

}  // namespace httparity
