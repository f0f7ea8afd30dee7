#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "compare/fresh_values.h"
#include "recording/recording.h"
#include "result/run_result.h"
#include "run/live_peers.h"
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
  std::size_t ran_before = 0;                           ///< other scenarios that its servers were asked before
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
  ScenarioOutcome play(const ScenarioPlan& plan, const std::optional<Recording>& recording, LivePeers& live) const;
  ScenarioPlan plan(const WorkItem& item) const;
  void run_alone(const WorkItem& item, ScenarioResult& in_suite);
  std::string order() const;
  void look_at_targets(const WorkItem& item, const Stage& stage, const ScenarioOutcome& result, ItemOutcome& outcome);
  bool uses_recordings() const { return options_.against == Against::kRecording || options_.against == Against::kBoth; }

  const VerifyOptions& options_;
  const Choices& choices_;
  std::shared_ptr<FreshValues> fresh_;
  Stages stages_;
  std::stop_token stop_;
  std::size_t alone_runs_ = 0;
};

}  // namespace httparity
