#pragma once

#include <vector>

#include "base/result.h"
#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/worker.h"

namespace httparity::html {

/// What the workers of a run need, but for the ledger: the pair, the engines over `corpus`, limits. `isolated` for the
/// worker that has both sides in processes of their own. An error names the option.
Result<void> fill_setup(const FuzzOptions& options, const std::vector<HtmlCase>& corpus, bool isolated,
                        WorkerSetup& setup);

}  // namespace httparity::html
