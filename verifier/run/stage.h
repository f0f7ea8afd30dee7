#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "run/selection.h"
#include "run/suite.h"
#include "run/target_choice.h"
#include "target/target.h"

namespace httparity {

/// The servers that one job talks to, in the order of its sides.
struct Stage {
  std::vector<Target> targets;
  const WorkItem* latest = nullptr;  ///< played on it
  std::size_t scenarios = 0;         ///< played on it, `latest` included; repetitions of one count once

  std::vector<Target*> sides();
};

/// Starts what must be started, all at the same time, on fresh state. An error says which target did not start and why.
Result<Stage> set_stage(const Suite& suite, const std::vector<TargetChoice>& choices, std::stop_token stop = {});

/// The stages of one job: a new one for each scenario, and for those that share their state one that stays, which no
/// other scenario touches.
class Stages {
 public:
  /// `choices` must outlive it.
  Stages(const Choices& choices, std::stop_token stop) : choices_(choices), stop_(std::move(stop)) {}

  /// The stage for `item`; valid until the next call. The one before is taken down first.
  Result<Stage*> set(const WorkItem& item);
  /// What `item` ran on is of no more use: one of its servers is down.
  void drop(const WorkItem& item);

 private:
  const Choices& choices_;
  std::stop_token stop_;
  std::optional<Stage> fresh_;
  std::map<const Suite*, Stage> shared_;
};

}  // namespace httparity
