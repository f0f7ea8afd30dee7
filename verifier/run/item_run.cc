#include "run/item_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "run/order_dependence.h"
#include "run/recorded_peers.h"
#include "run/repetitions.h"
#include "run/unique_run.h"

namespace httparity {
namespace {

/// How often one job runs a scenario once more alone: each time servers start.
constexpr std::size_t kMostAlone = 20;

std::string title(const WorkItem& item) {
  std::string out = fmt::format("scenario \"{}\"", item.scenario->name);
  if (!item.variant.name.empty()) out += fmt::format(", variant \"{}\"", item.variant.name);
  return out;
}

std::chrono::sys_days today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

Result<Recording> recording_of(const WorkItem& item, const Limits& limits) {
  auto read = read_recording({item.suite->folder, item.scenario->name, item.variant.name}, limits);
  if (!read) return read.error();
  if (*read) return std::move(**read);
  return Error{fmt::format("{}: {} was never recorded: run httparity record {}", item.contract->file, title(item),
                           item.suite->path)};
}

}  // namespace

ItemOutcome ItemRunner::run(const WorkItem& item) {
  ItemOutcome outcome;
  outcome.ran = true;
  outcome.scenario.result = {item.contract->file, item.scenario->name, item.variant.name, {}, {}, false};
  std::vector<ScenarioOutcome> repetitions;
  for (std::size_t i = 0; i < options_.repeat; ++i) {
    auto one = run_once(item, outcome);
    if (!one) break;
    const bool is_last = one->interrupted || !one->result.complete;
    repetitions.push_back(std::move(*one));
    if (is_last) break;
  }
  if (repetitions.empty()) return outcome;
  outcome.scenario = merge_repetitions(std::move(repetitions), options_.transport.limits);
  if (outcome.ran_before > 0 && !outcome.hopeless) run_alone(item, outcome.scenario.result);
  for (const std::string& error : outcome.scenario.errors) outcome.failures.push_back({FailureCause::kTarget, error});
  return outcome;
}

std::optional<ScenarioOutcome> ItemRunner::run_once(const WorkItem& item, ItemOutcome& outcome) {
  std::optional<Recording> recording;
  if (uses_recordings()) {
    auto read = recording_of(item, options_.transport.limits);
    if (!read) {
      outcome.failures.push_back({FailureCause::kInconclusive, read.error().what});
      return std::nullopt;
    }
    recording = std::move(*read);
  }
  Result<Stage*> stage = stages_.set(item);
  if (!stage) {
    if (!stop_.stop_requested()) outcome.failures.push_back({FailureCause::kTarget, stage.error().what});
    outcome.hopeless = true;
    return std::nullopt;
  }
  if (std::exchange((*stage)->latest, &item) != &item) ++(*stage)->scenarios;
  outcome.ran_before = (*stage)->scenarios - 1;
  LivePeers live((*stage)->sides(), options_.transport, item.suite->folder, stop_);
  ScenarioOutcome result = play(plan(item), recording, live);
  outcome.identities.clear();
  for (std::size_t side = 0; side < live.size(); ++side) outcome.identities.push_back(live.identity(side));
  look_at_targets(item, **stage, result, outcome);
  return result;
}

ScenarioOutcome ItemRunner::play(const ScenarioPlan& plan, const std::optional<Recording>& recording,
                                 LivePeers& live) const {
  if (!recording) return run_scenario(plan, live, stop_);
  RecordedPeers peers(*recording, live);
  return run_scenario(plan, peers, stop_);
}

/// A scenario that differs on what others left runs once more, on servers of its own that start anew.
void ItemRunner::run_alone(const WorkItem& item, ScenarioResult& in_suite) {
  const std::vector<TargetChoice>& choices = choices_.at(item.suite);
  const bool can_start =
      std::all_of(choices.begin(), choices.end(), [](const auto& side) { return side.restartable(); });
  if (!can_start || !differs(in_suite) || stop_.stop_requested()) return;
  if (alone_runs_++ >= kMostAlone) {
    in_suite.notes.push_back(fmt::format("not run alone as well: {} others were", kMostAlone));
    return;
  }
  std::optional<Recording> recording;
  if (uses_recordings()) {
    auto read = recording_of(item, options_.transport.limits);
    if (!read) return;
    recording = std::move(*read);
  }
  Result<Stage> stage = set_stage(*item.suite, choices, stop_);
  if (!stage) {
    if (!stop_.stop_requested()) in_suite.notes.push_back("it can't be run alone as well: " + stage.error().what);
    return;
  }
  LivePeers live(stage->sides(), options_.transport, item.suite->folder, stop_);
  ScenarioPlan alone = plan(item);
  alone.fresh = nullptr;  // servers that start anew may well show the same values
  note_order_dependence(play(alone, recording, live).result, order(), in_suite);
}

/// What brings the order of scenarios back.
std::string ItemRunner::order() const {
  std::string out = options_.shuffle ? fmt::format("seed {}", options_.seed) : "in the contract's order";
  if (options_.jobs > 1) out += fmt::format(", {} jobs", options_.jobs);
  return out;
}

ScenarioPlan ItemRunner::plan(const WorkItem& item) const {
  std::string unique = unique_run(item);
  // A recording holds the values of its run; servers that keep their state must get new ones.
  if (!uses_recordings() && !all_restartable(choices_)) unique += fmt::format("/{}", options_.seed);
  std::vector<LedgerUse> ledger;
  if (options_.against != Against::kItself) ledger = open_ledger(item.suite->ledger, today());
  return {.item = &item,
          .unique_run = std::move(unique),
          .sentinel = options_.sentinel,
          .selection = &options_.selection,
          .keep_exchanges = options_.repeat > 1,
          // Repetitions start from the same state and may well show the same values.
          .fresh = options_.repeat > 1 ? nullptr : fresh_,
          .limits = options_.transport.limits,
          .ledger = std::move(ledger),
          .port = choices_.at(item.suite).back().name};
}

/// After a target went down: one that was started is set anew for what follows, one given by URL stays down.
void ItemRunner::look_at_targets(const WorkItem& item, const Stage& stage, const ScenarioOutcome& result,
                                 ItemOutcome& outcome) {
  const auto& steps = result.result.steps;
  const bool is_down = std::any_of(steps.begin(), steps.end(), [](const StepResult& step) {
    return step.verdict.reason == UnknownReason::kTargetDown;
  });
  if (!is_down) return;
  outcome.hopeless =
      std::any_of(stage.targets.begin(), stage.targets.end(), [](const Target& target) { return !target.started(); });
  stages_.drop(item);
}

}  // namespace httparity
