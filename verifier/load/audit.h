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

/// The `{unique}` values that one template has sent to one instance of a target so far.
struct AuditedTokens {
  std::set<std::string> acknowledged;  ///< whose answer was right
  /// Whose answer never came, or was a wrong one: whether the server acted on them no client can know.
  std::set<std::string> unacknowledged;
};

/// By template.
using AuditedRequests = std::map<std::size_t, AuditedTokens>;

/// What `workload` acknowledged while it was prepared.
AuditedRequests audited_in_preflight(const Workload& workload);

/// Adds what one measurement sent, and what of it was acknowledged.
void add_audited(AuditedRequests& to, std::vector<AuditedRequest> sent, std::vector<AuditedRequest> acknowledged);

/// Runs the audit command of every template that has one. Its last two arguments are files of the values that were
/// acknowledged, and of those that were sent and not acknowledged, one a line. `variables` are the target's. Each that
/// ran is in the result; one that can't run has failed.
std::vector<LoadAudit> run_audits(const Workload& workload, const AuditedRequests& audited, const Variables& variables,
                                  const std::filesystem::path& suite, const std::stop_token& stop);

}  // namespace httparity
