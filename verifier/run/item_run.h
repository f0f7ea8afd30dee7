#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "compare/fresh_values.h"
#include "result/run_result.h"
#include "run/scenario_run.h"
#include "run/stage.h"
#include "run/verify.h"
#include "transport/peer_identity.h"

namespace httparity {

/// What came of one scenario in one variant.
struct ItemOutcome {
  ScenarioOutcome scenario;
  std::vector<Failure> failures;
  std::vector<std::optional<PeerIdentity>> identities;  ///< of each live side
  bool ran = false;                                     ///< it was begun
  bool hopeless = false;  ///< no other item will fare better: a target does not start, or is down for good
};

/// Runs items one after the other, each on the servers that its state asks for. One for each job.
class ItemRunner {
 public:
  /// `options` and `choices` must outlive it. `fresh`: what fresh masks have seen in the whole run.
  ItemRunner(const VerifyOptions& options, const Choices& choices, std::shared_ptr<FreshValues> fresh,
             std::stop_token stop)
      : options_(options),
        choices_(choices),
        fresh_(std::move(fresh)),
        stages_(choices, stop),
        stop_(std::move(stop)) {}

  ItemOutcome run(const WorkItem& item);

 private:
  std::optional<ScenarioOutcome> run_once(const WorkItem& item, ItemOutcome& outcome);
  ScenarioPlan plan(const WorkItem& item) const;
  void look_at_targets(const WorkItem& item, const Stage& stage, const ScenarioOutcome& result, ItemOutcome& outcome);
  bool uses_recordings() const { return options_.against == Against::kRecording || options_.against == Against::kBoth; }

  const VerifyOptions& options_;
  const Choices& choices_;
  std::shared_ptr<FreshValues> fresh_;
  Stages stages_;
  std::stop_token stop_;
};

}  // namespace httparity
