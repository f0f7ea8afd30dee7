#include "run/scenario_run.h"

#include <span>
#include <utility>

#include "result/evidence.h"
#include "run/judge.h"
#include "run/lockstep.h"
#include "run/mask_audit.h"

namespace httparity {
namespace {

constexpr std::size_t kThreeSides = 3;

bool agree(const Verdict& verdict) {
  return verdict.outcome == Outcome::kParity;
}

/// `with_recording` compares recording and reference, `port_with_recording` recording and port.
std::optional<Moved> which_moved(const Verdict& with_recording, const Verdict& live,
                                 const Verdict& port_with_recording) {
  for (const Verdict* verdict : {&with_recording, &live, &port_with_recording}) {
    if (verdict->outcome == Outcome::kUnknown) return std::nullopt;
  }
  if (agree(with_recording)) return agree(live) ? Moved::kNothing : Moved::kPort;
  if (agree(live)) return Moved::kRecording;
  return agree(port_with_recording) ? Moved::kReference : Moved::kAll;
}

class ScenarioRun {
 public:
  ScenarioRun(const ScenarioPlan& plan, Peers& peers)
      : plan_(plan),
        peers_(peers),
        reference_(peers.size() == kThreeSides ? 1 : 0),
        live_(plan.limits, plan.fresh),
        with_recording_(plan.limits),
        port_with_recording_(plan.limits) {}

  ScenarioOutcome run(const std::stop_token& stop) {
    const Scenario& scenario = *plan_.item->scenario;
    outcome_.result.contract = plan_.item->contract->file;
    outcome_.result.name = scenario.name;
    outcome_.result.variant = plan_.item->variant.name;
    const std::size_t count = plan_.selection ? steps_to_run(scenario, *plan_.selection) : scenario.steps.size();
    const std::span<const Step> steps = std::span(scenario.steps).first(count);
    const LockstepPlan lockstep{steps, plan_.item->variant.values, plan_.unique_run, plan_.sentinel, plan_.limits};
    const LockstepEnd end = play_in_lockstep(
        lockstep, peers_, [&](const PlayedStep& played) { take(played); }, stop);
    outcome_.result.complete = end.complete;
    outcome_.interrupted = end.interrupted;
    outcome_.errors = end.errors;
    outcome_.masks = audit_masks(steps, live_);
    outcome_.bytes = live_.compared_bytes();
    // Before parts and differences are cut: a known divergence must not hide one that was cut off.
    outcome_.ledger = plan_.ledger;
    apply_ledger(outcome_.ledger, plan_.port, outcome_.result);
    bound_evidence(outcome_.result);
    return std::move(outcome_);
  }

 private:
  void take(const PlayedStep& played) {
    const Step& step = *played.step;
    const Seen& reference = played.seen[reference_];
    const Seen& port = played.seen[reference_ + 1];
    StepResult result;
    result.name = step.name;
    result.place = step.place;
    result.request = played.request;
    result.actor = step.actor;
    result.verdict = judge(step, reference, port, played.states[reference_].variables, live_, plan_.limits);
    if (reference_ == 1) compare_with_recording(played, result);
    result.verdict.notes.insert(result.verdict.notes.end(), played.notes.begin(), played.notes.end());
    if (plan_.selection == nullptr || is_selected(step, *plan_.selection)) {
      outcome_.result.steps.push_back(std::move(result));
      if (plan_.keep_exchanges) keep(played);
    }
  }

  void keep(const PlayedStep& played) {
    KeptExchange& kept = outcome_.kept.emplace_back();
    kept.step = played.step;
    const Seen& reference = played.seen[reference_];
    const Seen& port = played.seen[reference_ + 1];
    if (reference.exchange && port.exchange) kept.exchanges = {*reference.exchange, *port.exchange};
  }

  void compare_with_recording(const PlayedStep& played, StepResult& result) {
    const Step& step = *played.step;
    const Seen& recording = played.seen[0];
    if (!recording.exchange) {
      result.verdict.notes.push_back("recording: " + recording.unsent);
      return;
    }
    const Variables& variables = played.states[0].variables;
    const Verdict reference = judge(step, recording, played.seen[1], variables, with_recording_, plan_.limits);
    const Verdict port = judge(step, recording, played.seen[2], variables, port_with_recording_, plan_.limits);
    result.moved = which_moved(reference, result.verdict, port);
  }

  const ScenarioPlan& plan_;
  Peers& peers_;
  std::size_t reference_;
  ScenarioComparer live_;
  ScenarioComparer with_recording_;
  ScenarioComparer port_with_recording_;
  ScenarioOutcome outcome_;
};

}  // namespace

ScenarioOutcome run_scenario(const ScenarioPlan& plan, Peers& peers, const std::stop_token& stop) {
  return ScenarioRun(plan, peers).run(stop);
}

}  // namespace httparity
