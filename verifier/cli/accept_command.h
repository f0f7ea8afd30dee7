#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Puts what a JSON report shows as different into the ledgers beside its contracts. Returns the process's exit status.
int run_accept(const CommandLine& line);

}  // namespace httparity
