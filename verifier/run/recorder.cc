#include "run/recorder.h"

#include <fmt/format.h>

#include <utility>

#include "compare/compare.h"
#include "contract/observe.h"
#include "run/lockstep.h"
#include "run/recorded_peers.h"
#include "run/unique_run.h"

namespace httparity {
namespace {

/// Why this answer is no oracle; nullopt where it is one.
std::optional<std::string> fault_of(const Step& step, const Seen& live, const Variables& variables,
                                    const Limits& limits) {
  if (live.down) return *live.down;
  if (!live.exchange) return live.unsent;
  if (!is_complete(*live.exchange)) return "the answer is not complete";
  return unmet(step, *live.exchange, variables, limits);
}

}  // namespace

Take take_scenario(const WorkItem& item, const Recording* stored, Peers& reference, const Limits& limits,
                   std::stop_token stop) {
  Take take;
  std::optional<RecordedPeers> beside;
  if (stored != nullptr) beside.emplace(*stored, reference);
  Peers& peers = beside ? static_cast<Peers&>(*beside) : reference;
  const std::size_t live = beside ? 1 : 0;
  ScenarioComparer comparer(limits);
  bool as_before = stored != nullptr;
  const LockstepPlan plan{item.scenario->steps, item.variant.values, unique_run(item), false, limits};
  const auto on_step = [&](const PlayedStep& played) {
    const Step& step = *played.step;
    const Seen& now = played.seen[live];
    if (const auto fault = fault_of(step, now, played.states[live].variables, limits)) {
      take.faults.push_back(fmt::format("{}:{}: step \"{}\": {}", step.place.file, step.place.line, step.name, *fault));
      return;
    }
    take.steps.push_back({step.name, *now.exchange});
    take.steps.back().exchange.times = {};
    if (!as_before) return;
    const Seen& before = played.seen[0];
    as_before = before.exchange &&
                comparer.compare(*before.exchange, *now.exchange, step.masks, step.actor).outcome == Outcome::kParity;
  };
  const LockstepEnd end = play_in_lockstep(plan, peers, on_step, std::move(stop));
  take.interrupted = end.interrupted;
  take.faults.insert(take.faults.end(), end.errors.begin(), end.errors.end());
  if (!end.complete && take.faults.empty()) take.faults.emplace_back("the scenario was not played to its end");
  take.as_before = as_before && take.faults.empty() && stored->steps.size() == take.steps.size();
  return take;
}

}  // namespace httparity
