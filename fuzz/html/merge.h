#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/checkpoint.h"
#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/fuzz_run.h"

namespace httparity::html {

/// Makes one state of several, all of one pair in the same versions, an error otherwise: classes by their reduced key,
/// each with its shortest input. Nothing is doubled: a run counts once however often it comes along, inputs that
/// don't depend on the seed count once for all runs, and a class counts as often as the run that met it most.
Result<Checkpoint> merge_checkpoints(const std::vector<Checkpoint>& states);

/// Merges what `folders` hold into `options.out`, and reports on it by the ledger of `options`.
Result<FuzzRun> merge_states(const FuzzOptions& options, const std::vector<std::string>& folders);

}  // namespace httparity::html
