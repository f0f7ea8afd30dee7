#pragma once

#include <string>

#include "base/result.h"
#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/fuzz_run.h"

namespace httparity::html {

/// Both sides on one input, each in a process of its own: no finding where they agree. With `minimise` the input is
/// reduced first. A finding is replayed and voted on as in a run; the ledger of `options` may know it.
Result<FuzzRun> judge_input(const FuzzOptions& options, const HtmlCase& input, bool minimise);

/// The same for the finding `id` of the state that `options.out` holds, with the pair that the state names.
Result<FuzzRun> repeat_finding(FuzzOptions options, const std::string& id);

}  // namespace httparity::html
