#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "compare/fresh_values.h"
#include "contract/contract.h"
#include "result/verify_result.h"
#include "run/peers.h"
#include "run/selection.h"

namespace httparity {

/// How one scenario is run in one variant.
struct ScenarioPlan {
  const WorkItem* item = nullptr;
  std::string unique_run;  ///< what the values of {unique} derive from
  bool sentinel = false;
  const Selection* selection = nullptr;          ///< which steps are run and reported; nullptr: all
  bool keep_exchanges = false;                   ///< in the outcome, for `merge_repetitions`
  std::shared_ptr<FreshValues> fresh = nullptr;  ///< of the whole run; without it the scenario is watched alone
  Limits limits;
  std::vector<LedgerUse> ledger = {};  ///< the suite's, unused so far
  std::string port = {};               ///< the port's name, for scopes of the ledger
};

/// The exchanges of one reported step, reference and port; fewer where a side had none.
struct KeptExchange {
  const Step* step = nullptr;
  std::vector<Exchange> exchanges;
};

/// A scenario's result, what its masks did, and what went wrong beside the bytes.
struct ScenarioOutcome {
  ScenarioResult result;
  std::vector<MaskAudit> masks;
  bool interrupted = false;
  std::vector<std::string> errors;  ///< `run` steps that failed
  std::vector<KeptExchange> kept;   ///< one for each step of the result, where they were asked for
  std::vector<LedgerUse> ledger = {};
  ComparedBytes bytes = {};  ///< of its steps, those that a selection leaves out of the result too
};

/// Runs the scenario in lock step. `peers` are the reference (live or recorded) and the port; or recording, reference
/// and port: then the verdicts are those of reference and port, and each says which of the three moved.
ScenarioOutcome run_scenario(const ScenarioPlan& plan, Peers& peers, const std::stop_token& stop = {});

}  // namespace httparity
