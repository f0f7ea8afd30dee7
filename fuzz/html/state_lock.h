#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace httparity::html {

/// Keeps a run's folder for one process as long as the descriptor lives, by a record lock on FOLDER/lock: the kernel
/// drops it when its holder ends, however that is, and workers don't inherit it. An error names the process that holds
/// it.
Result<Descriptor> lock_state(const std::string& folder);

}  // namespace httparity::html
