#pragma once

#include "cli/command_line.h"

namespace httparity {

/// Runs the demo: without a fault, then with each that can be planted, one line for each. Exit status 0 when every
/// fault was found as what it is and nothing was found without one; else 1.
int show_demo(const CommandLine& line);

}  // namespace httparity
