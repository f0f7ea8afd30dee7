#pragma once

#include <stop_token>
#include <vector>

#include "load/line.h"

namespace httparity {

/// Opens all `lines` (closed so far), line i from source number i, and returns when all stand. An Error says how many
/// did within the plan's limit, why the others don't, and the cure; a stop is one too.
Result<void> connect_all(const EnginePlan& plan, const std::vector<Line*>& lines, const std::stop_token& stop);

}  // namespace httparity
