#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Learns masks from the reference and writes them as a patch to standard output. Returns the process's exit status.
int run_learn(const CommandLine& line);

}  // namespace httparity
