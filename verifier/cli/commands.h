#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Does what `line` asks for, and returns the process's exit status.
int run_command_line(const CommandLine& line);

}  // namespace httparity
