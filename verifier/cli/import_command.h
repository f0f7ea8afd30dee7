#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Turns captured traffic into a contract, and says on standard error what of it isn't carried. Returns the process's
/// exit status: 5 where nothing could be carried.
int run_import(const CommandLine& line);

}  // namespace httparity
