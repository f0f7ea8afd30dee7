#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "load/session.h"
#include "run/suite.h"

namespace httparity {

/// What the load sends to one target, made and verified on it before any load.
struct Workload {
  std::vector<SettledTemplate> templates;  ///< of the first session: what each index stands for
  std::vector<RequestSet> sets;            ///< for each session and profile; the same templates in each
};

struct PreflightPlan {
  const Suite* suite = nullptr;
  std::vector<WorkItem> items;  ///< scenarios with a loadable step
  std::size_t sessions = 1;     ///< at most; one is enough where no scenario has a prologue
  TransportOptions transport;
  std::string unique_run;
};

/// Those of `items` whose scenario has a loadable step.
std::vector<WorkItem> loadable(const std::vector<WorkItem>& items);

/// A workload, or why there is none.
struct Preflight {
  std::optional<Workload> workload;
  std::string failure;       ///< names the step and the cure
  bool target_down = false;  ///< then it is because the target can't be reached
};

/// Plays the sessions on `target` and makes the workload of them.
Preflight prepare_workload(const PreflightPlan& plan, Target& target, const std::stop_token& stop);

}  // namespace httparity
