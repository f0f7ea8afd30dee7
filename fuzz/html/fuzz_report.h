#pragma once

#include <string>

#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/fuzz_run.h"
#include "result/run_result.h"

namespace httparity::html {

/// A run as every command's result: what is new first, and the table of what the sweep covered (of sweep3, once that
/// began). The commands that show findings again are left to the caller.
RunResult fuzz_report(const FuzzRun& run, const FuzzOptions& options);

FuzzFinding report_finding(const Finding& finding);

}  // namespace httparity::html
