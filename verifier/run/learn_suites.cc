#include "run/learn_suites.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "base/file.h"
#include "learn/patch.h"
#include "run/envelope.h"
#include "run/live_peers.h"
#include "run/scenario_run.h"
#include "run/stage.h"

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kRounds = 2;
/// Clocks that count seconds must have gone on between two rounds.
constexpr std::chrono::milliseconds kBetweenRounds{1100};
/// How many scenarios are played before their second round begins: what they got is held that long.
constexpr std::size_t kBatch = 8;

std::string title(const WorkItem& item) {
  std::string out = item.scenario->name;
  if (!item.variant.name.empty()) out += fmt::format(" [{}]", item.variant.name);
  return out;
}

/// Waits until `moment`, or until a stop.
void wait_until(Clock::time_point moment, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any condition;
  std::unique_lock lock(mutex);
  condition.wait_until(lock, stop, moment, [] { return false; });
}

class LearnRun {
 public:
  LearnRun(const VerifyOptions& options, const Choices& choices, bool afresh, std::stop_token stop)
      : options_(options), afresh_(afresh), stages_(choices, stop), stop_(std::move(stop)) {}

  /// False where nothing more can be learned: a target doesn't start, or a stop was asked for.
  bool play(std::span<const WorkItem> batch, std::vector<Failure>& failures) {
    std::vector<std::vector<ObservedStep>> observed(batch.size());
    const Clock::time_point begin = Clock::now();
    for (std::size_t round = 0; round < kRounds; ++round) {
      if (round > 0) wait_until(begin + kBetweenRounds, stop_);
      for (std::size_t place = 0; place < batch.size(); ++place) {
        if (stop_.stop_requested() || !play_once(batch[place], observed[place], failures)) return false;
      }
    }
    for (std::size_t place = 0; place < batch.size(); ++place) {
      MaskLearner& learner = learner_of(batch[place].contract->file);
      for (const ObservedStep& step : observed[place]) {
        learner.observe(step);
        exchanges_ += step.exchanges.size();
      }
    }
    return true;
  }

  std::size_t exchanges() const { return exchanges_; }

  std::vector<LearnedContract> conclude() {
    std::vector<LearnedContract> contracts;
    for (auto& [file, learner] : learners_) contracts.push_back({file, learner.conclude(), ""});
    return contracts;
  }

 private:
  MaskLearner& learner_of(const std::string& file) {
    return learners_.try_emplace(file, options_.transport.limits).first->second;
  }

  bool play_once(const WorkItem& item, std::vector<ObservedStep>& observed, std::vector<Failure>& failures) {
    const auto stage = stages_.set(item);
    if (!stage) {
      if (!stop_.stop_requested()) failures.push_back({FailureCause::kTarget, stage.error().what});
      return false;
    }
    LivePeers peers((*stage)->sides(), options_.transport, item.suite->folder, stop_);
    const ScenarioPlan plan{.item = &item,
                            .unique_run = fmt::format("{}/{}", item.contract->name, title(item)),
                            .selection = &options_.selection,
                            .keep_exchanges = true,
                            .limits = options_.transport.limits};
    ScenarioOutcome outcome = run_scenario(plan, peers, stop_);
    for (const std::string& error : outcome.errors) failures.push_back({FailureCause::kTarget, error});
    if (!outcome.result.complete) stages_.drop(item);
    if (observed.empty()) {
      for (const KeptExchange& kept : outcome.kept) {
        observed.push_back({fmt::format("{} / {}", title(item), kept.step->name), afresh_ ? nullptr : kept.step, {}});
      }
    }
    for (std::size_t step = 0; step < std::min(observed.size(), outcome.kept.size()); ++step) {
      for (Exchange& exchange : outcome.kept[step].exchanges) observed[step].exchanges.push_back(std::move(exchange));
    }
    return true;
  }

  const VerifyOptions& options_;
  bool afresh_;
  Stages stages_;
  std::stop_token stop_;
  std::map<std::string, MaskLearner> learners_;
  std::size_t exchanges_ = 0;
};

void add_patches(LearnOutcome& outcome, const ContractLimits& limits) {
  for (LearnedContract& contract : outcome.contracts) {
    const auto text = read_file(contract.file, limits.contract_bytes);
    const auto patch =
        text ? render_patch(*text, contract.file, contract.learned.proposals) : Result<std::string>(text.error());
    if (patch) {
      contract.patch = *patch;
    } else {
      outcome.result.envelope.failures.push_back({FailureCause::kUsage, patch.error().what});
    }
  }
}

}  // namespace

LearnOutcome learn_suites(const VerifyOptions& options, bool afresh,
                          const std::function<void(const Progress&)>& on_progress, std::stop_token stop) {
  const auto start = Clock::now();
  LearnOutcome outcome;
  Envelope& envelope = outcome.result.envelope;
  envelope = open_envelope("learn", options);
  const SuiteReading reading = read_suites(options.paths, options.contract_limits);
  for (const Error& error : reading.errors) envelope.failures.push_back({FailureCause::kUsage, error.what});
  const Choices choices =
      choose_targets(reading.suites, {"reference", "reference"}, options.reference, {}, envelope.failures);
  const std::vector<WorkItem> items = select_work(reading.suites, options.selection);
  if (!envelope.failures.empty()) return outcome;

  LearnRun run(options, choices, afresh, std::move(stop));
  Progress progress{.scenarios = items.size()};
  for (std::size_t begin = 0; begin < items.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, items.size() - begin);
    if (!run.play(std::span(items).subspan(begin, count), envelope.failures)) break;
    progress.scenarios_done += count;
    progress.exchanges = run.exchanges();
    if (on_progress) on_progress(progress);
  }
  outcome.contracts = run.conclude();
  add_patches(outcome, options.contract_limits);
  if (run.exchanges() == 0 && envelope.failures.empty()) {
    envelope.failures.push_back({FailureCause::kInconclusive, "nothing was played: there is nothing to learn from"});
  }
  envelope.notes.push_back(
      fmt::format("learned from {} exchanges of {} scenarios", run.exchanges(), progress.scenarios_done));
  envelope.elapsed = Clock::now() - start;
  return outcome;
}

}  // namespace httparity
