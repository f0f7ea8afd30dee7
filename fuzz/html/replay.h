#pragma once

#include <string>
#include <vector>

#include "fuzz/html/finding.h"
#include "fuzz/html/fuzz_options.h"

namespace httparity::html {

/// The flake gate: answers of both sides in three fresh processes, each with another heap fill (MALLOC_PERTURB_). A
/// side that ever answers otherwise than in the run is named in `Finding::unstable`.
void replay_findings(const FuzzOptions& options, std::vector<Finding*> findings);

/// Asks each parser of `options.voters` that can be opened about each finding. A hint: one parser alone may be right.
void collect_votes(const FuzzOptions& options, std::vector<Finding*> findings);

}  // namespace httparity::html
