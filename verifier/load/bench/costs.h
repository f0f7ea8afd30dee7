#pragma once

#include "load/bench/bars.h"

namespace httparity {

/// What a connection costs in memory, from 64 to 4,096 of them, the kernel's own buffers left out.
void memory_line(Bars& bars);

/// System calls per answer, counted by perf, polls that found nothing included; beside them, how many of these there
/// were. Where perf can't count, nothing is held to a bar.
void system_call_line(Bars& bars);

}  // namespace httparity
