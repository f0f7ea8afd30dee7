#include "run/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/file.h"
#include "compare/fresh_values.h"
#include "result/evidence.h"
#include "result/ledger.h"
#include "run/envelope.h"
#include "run/item_run.h"
#include "run/mask_audit.h"
#include "run/suite.h"

namespace httparity {
namespace {

std::vector<std::string> live_roles(Against against) {
  switch (against) {
    case Against::kReference:
    case Against::kBoth:
      return {"reference", "port"};
    case Against::kRecording:
      return {"port"};
    case Against::kItself:
      return {"reference", "reference"};
  }
  return {};
}

bool stands_out(const StepResult& step) {
  return step.flaky || (step.verdict.outcome != Outcome::kParity && !step.known);
}

/// Hands out items in an order and takes their outcomes. Any thread may call it.
class Board {
 public:
  Board(std::vector<std::size_t> order, bool fail_fast, const std::function<void(const Progress&)>& on_progress)
      : order_(std::move(order)), fail_fast_(fail_fast), on_progress_(on_progress), outcomes_(order_.size()) {
    progress_.scenarios = order_.size();
  }

  /// The place of the next item; nullopt where there is none, or nothing more should begin.
  std::optional<std::size_t> next() {
    const std::lock_guard lock(mutex_);
    if (closed_ || next_ == order_.size()) return std::nullopt;
    return order_[next_++];
  }

  void put(std::size_t place, ItemOutcome outcome) {
    const std::lock_guard lock(mutex_);
    const std::vector<StepResult>& steps = outcome.scenario.result.steps;
    const bool differs = std::any_of(steps.begin(), steps.end(), [](const StepResult& step) {
      return step.verdict.outcome == Outcome::kDiffers && !step.known;
    });
    closed_ = closed_ || outcome.hopeless || outcome.scenario.interrupted || (fail_fast_ && differs);
    ++progress_.scenarios_done;
    progress_.exchanges += steps.size();
    progress_.standing_out += static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), stands_out));
    outcomes_[place] = std::move(outcome);
    if (on_progress_) on_progress_(progress_);
  }

  /// Of every item, in the order of the plan. REQUIRES: nobody runs items any more.
  std::vector<ItemOutcome>& outcomes() { return outcomes_; }

 private:
  std::vector<std::size_t> order_;
  bool fail_fast_;
  const std::function<void(const Progress&)>& on_progress_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  bool closed_ = false;
  Progress progress_;
  std::vector<ItemOutcome> outcomes_;
};

void run_all(const VerifyOptions& options, const std::vector<WorkItem>& items, const Choices& choices, Board& board,
             const std::stop_token& stop) {
  const std::size_t jobs = all_restartable(choices) ? std::clamp<std::size_t>(options.jobs, 1, items.size()) : 1;
  const auto fresh = std::make_shared<FreshValues>();
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    workers.emplace_back([&, stop] {
      ItemRunner runner(options, choices, fresh, stop);
      while (!stop.stop_requested()) {
        const auto place = board.next();
        if (!place) break;
        board.put(*place, runner.run(items[*place]));
      }
    });
  }
}

/// Who was asked, as far as all suites agree on it; from the first TLS handshake of each side.
std::vector<TargetIdentity> identities(const VerifyOptions& options, const Choices& choices,
                                       const std::vector<ItemOutcome>& outcomes) {
  const std::vector<std::string> roles = live_roles(options.against);
  std::vector<TargetIdentity> targets;
  std::vector<std::optional<PeerIdentity>> peers(roles.size());
  for (const ItemOutcome& outcome : outcomes) {
    for (std::size_t side = 0; side < outcome.identities.size(); ++side) {
      if (!peers[side]) peers[side] = outcome.identities[side];
    }
  }
  if (options.against == Against::kRecording || options.against == Against::kBoth) {
    targets.push_back({"recording", "recorded", "", {}, {}});
  }
  for (std::size_t side = 0; side < roles.size(); ++side) {
    TargetIdentity target;
    target.role = side == 1 && options.against == Against::kItself ? "port" : roles[side];
    for (const auto& [suite, sides] : choices) {
      const TargetChoice& choice = sides[side];
      if (target.name.find(choice.name) == std::string::npos) {
        target.name += (target.name.empty() ? "" : ", ") + choice.name;
      }
      if (choice.endpoint) target.address = endpoint_url(*choice.endpoint);
    }
    if (options.transport.tls.insecure) target.warnings.emplace_back("--insecure: certificates are not verified");
    if (peers[side]) add_peer_identity(target, *peers[side]);
    if (side == 1 && peers[0] && peers[1]) compare_chains(*peers[0], *peers[1], target);
    targets.push_back(std::move(target));
  }
  return targets;
}

/// Whole suites with all that is in them: only then an unused entry of a ledger says something.
bool runs_everything(const VerifyOptions& options) {
  const Selection& selection = options.selection;
  return selection.only.empty() && selection.skip.empty() && selection.steps.empty() && selection.shard.count == 1 &&
         std::all_of(options.paths.begin(), options.paths.end(), is_folder);
}

/// Puts the outcomes together, in the order of the plan.
void collect(std::vector<ItemOutcome>& outcomes, const VerifyOptions& options, RunResult& result) {
  Envelope& envelope = result.envelope;
  VerifyResult found;
  std::size_t not_run = 0;
  for (ItemOutcome& outcome : outcomes) {
    if (!outcome.ran) {
      ++not_run;
      continue;
    }
    for (Failure& failure : outcome.failures) {
      if (std::find(envelope.failures.begin(), envelope.failures.end(), failure) == envelope.failures.end()) {
        envelope.failures.push_back(std::move(failure));
      }
    }
    add_masks(found.masks, outcome.scenario.masks);
    add_bytes(found.bytes, outcome.scenario.bytes);
    add_hits(found.ledger, outcome.scenario.ledger);
    found.scenarios.push_back(std::move(outcome.scenario.result));
  }
  const std::string port = envelope.targets.empty() ? "" : envelope.targets.back().name;
  for (const std::string& fault : ledger_faults(found.ledger, port, not_run == 0 && runs_everything(options))) {
    envelope.failures.push_back({FailureCause::kInconclusive, fault});
  }
  if (not_run > 0) envelope.notes.push_back(fmt::format("{} scenarios were not run", not_run));
  bound_evidence(found);
  const VerifyCounts counts = count(found);
  if (options.ci && counts.obsolete_recordings > 0) {
    envelope.failures.push_back({FailureCause::kInconclusive,
                                 fmt::format("{} recordings are obsolete: record them again, and review what changed",
                                             counts.obsolete_recordings)});
  }
  if (options.against == Against::kItself && counts.differs > 0) {
    envelope.notes.emplace_back("reference against itself: what differs here is noise; mask it, with its reason");
  }
  result.found = std::move(found);
}

}  // namespace

RunResult verify_suites(const std::vector<Suite>& suites, const VerifyOptions& options,
                        const std::function<void(const Progress&)>& on_progress, const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  RunResult result;
  Envelope& envelope = result.envelope;
  envelope = open_envelope(options.against == Against::kItself ? "self" : "verify", options);
  result.found = VerifyResult{};
  const Choices choices =
      choose_targets(suites, live_roles(options.against), options.reference, options.port, envelope.failures);
  if (!envelope.failures.empty()) return result;

  const std::vector<WorkItem> items = select_work(suites, options.selection);
  if (items.empty()) {
    envelope.failures.push_back({FailureCause::kInconclusive, "nothing is selected: there is nothing to compare"});
    return result;
  }
  if (!all_restartable(choices)) {
    envelope.notes.emplace_back(
        "a target given by URL can't be put back to a fresh state: its scenarios run one at a time, each on what the "
        "one before left");
  }
  std::vector<std::size_t> order = shuffled(items.size(), options.seed);
  if (!options.shuffle) std::sort(order.begin(), order.end());
  Board board(std::move(order), options.fail_fast, on_progress);
  run_all(options, items, choices, board, stop);
  envelope.targets = identities(options, choices, board.outcomes());
  collect(board.outcomes(), options, result);
  envelope.elapsed = std::chrono::steady_clock::now() - start;
  return result;
}

RunResult verify(const VerifyOptions& options, const std::function<void(const Progress&)>& on_progress,
                 const std::stop_token& stop) {
  const SuiteReading reading = read_suites(options.paths, options.contract_limits);
  if (reading.errors.empty()) return verify_suites(reading.suites, options, on_progress, stop);
  RunResult result;
  result.envelope = open_envelope(options.against == Against::kItself ? "self" : "verify", options);
  result.found = VerifyResult{};
  for (const Error& error : reading.errors) result.envelope.failures.push_back({FailureCause::kUsage, error.what});
  return result;
}

}  // namespace httparity
