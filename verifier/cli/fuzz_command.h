#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Does what `fuzz` or `repro` asks for. Returns the process's exit status.
int run_fuzz(const CommandLine& line);

}  // namespace httparity
