#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/case.h"
#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/fuzz_run.h"

namespace httparity::html {

/// Fuzzes a port against a reference. Never stops at a difference: it is counted, reduced, and looked up in the ledger.
/// An error is one of the options or of a file; a side that can't be run is in the result.
///
/// REQUIRES: no other thread that holds a lock (workers are forked).
Result<FuzzRun> fuzz_html(const FuzzOptions& options);

/// The cases of `corpus` (an own corpus/html folder) and `suites`: of .dat files those that run with scripting off
/// first, then those that need it on.
Result<std::vector<HtmlCase>> read_corpus(const std::string& corpus, const std::vector<std::string>& suites);

}  // namespace httparity::html
