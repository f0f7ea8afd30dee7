#pragma once

#include "cli/command_line.h"
#include "result/run_result.h"

namespace httparity {

/// Runs the inputs against the seeded faults and prints what they kill. Returns the process's exit status.
int run_fuzz_score(const CommandLine& line);

/// The same for the inputs of a run, into its result; what stands in the way becomes a note.
void add_score(const FuzzRequest& request, RunResult& result);

}  // namespace httparity
