#pragma once

#include <string>

#include "run/selection.h"

namespace httparity {

/// What the values of {unique} of `item` derive from, the same whenever it runs: a recording repeats them.
std::string unique_run(const WorkItem& item);

}  // namespace httparity
