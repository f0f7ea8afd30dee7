#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/template.h"
#include "load/preflight.h"
#include "load/tally.h"
#include "result/load_result.h"

namespace httparity {

/// What one instance of a target has acknowledged so far: by template, the `{unique}` values whose answer was right.
using AcknowledgedTokens = std::map<std::size_t, std::set<std::string>>;

/// What `workload` acknowledged while it was prepared.
AcknowledgedTokens acknowledged_in_preflight(const Workload& workload);

/// Runs the audit command of every template that has one, with a file of its acknowledged values, one a line, as last
/// argument. `variables` are the target's. Each that ran is in the result; one that can't run has failed.
std::vector<LoadAudit> run_audits(const Workload& workload, const AcknowledgedTokens& acknowledged,
                                  const Variables& variables, const std::filesystem::path& suite,
                                  const std::stop_token& stop);

}  // namespace httparity
