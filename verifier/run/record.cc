#include "run/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "recording/recording.h"
#include "run/envelope.h"
#include "run/live_peers.h"
#include "run/moment.h"
#include "run/recorder.h"
#include "run/stage.h"
#include "run/suite.h"

namespace httparity {
namespace {

struct Tally {
  std::size_t stored = 0;
  std::size_t kept = 0;
  std::size_t exchanges = 0;
  std::vector<Failure> failures;
};

std::string title(const WorkItem& item) {
  std::string out = fmt::format("scenario \"{}\"", item.scenario->name);
  if (!item.variant.name.empty()) out += fmt::format(", variant \"{}\"", item.variant.name);
  return out;
}

/// Two scenarios of one name in one suite would be stored in one folder.
void refuse_doubles(const std::vector<WorkItem>& items, std::vector<Failure>& failures) {
  std::map<std::string, const WorkItem*> folders;
  for (const WorkItem& item : items) {
    const std::string folder = recording_folder({item.suite->folder, item.scenario->name, item.variant.name}).string();
    const auto [known, is_new] = folders.emplace(folder, &item);
    if (is_new || known->second->scenario == item.scenario) continue;
    failures.push_back(
        {FailureCause::kUsage,
         fmt::format("{}:{}: {}: another scenario of the suite has its name ({}:{}): recordings need it once",
                     item.scenario->place.file, item.scenario->place.line, title(item),
                     known->second->scenario->place.file, known->second->scenario->place.line)});
  }
}

/// Records items one after the other. One for each job.
class Recorder {
 public:
  Recorder(const VerifyOptions& options, const Choices& choices, std::stop_token stop)
      : options_(options), choices_(choices), stages_(choices, stop), stop_(std::move(stop)) {}

  /// False where no other item will fare better.
  bool record(const WorkItem& item, Tally& tally) {
    const Limits& limits = options_.transport.limits;
    const RecordingPlace place{item.suite->folder, item.scenario->name, item.variant.name};
    const auto stage = stages_.set(item);
    if (!stage) {
      if (!stop_.stop_requested()) tally.failures.push_back({FailureCause::kTarget, stage.error().what});
      return false;
    }
    // A recording that can't be read says nothing any more: it is stored anew.
    const auto read = read_recording(place, limits);
    const Recording* stored = read && *read ? &**read : nullptr;
    LivePeers reference((*stage)->sides(), options_.transport, item.suite->folder, stop_);
    Take take = take_scenario(item, stored, reference, limits, stop_);
    if (take.interrupted) return false;
    if (!take.faults.empty()) {
      for (std::string& fault : take.faults) {
        tally.failures.push_back({FailureCause::kInconclusive, "not recorded: " + std::move(fault)});
      }
      stages_.drop(item);
      return true;
    }
    tally.exchanges += take.steps.size();
    if (take.as_before) {
      ++tally.kept;
      return true;
    }
    const Recording now{choices_.at(item.suite).front().name, format_moment(std::chrono::system_clock::now()),
                        std::move(take.steps)};
    if (const auto written = write_recording(place, now, limits); !written) {
      tally.failures.push_back({FailureCause::kOutput, written.error().what});
      return false;
    }
    ++tally.stored;
    return true;
  }

 private:
  const VerifyOptions& options_;
  const Choices& choices_;
  Stages stages_;
  std::stop_token stop_;
};

void record_all(const VerifyOptions& options, const std::vector<WorkItem>& items, const Choices& choices, Tally& tally,
                const std::function<void(const Progress&)>& on_progress, const std::stop_token& stop) {
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> is_hopeless = false;
  Progress progress{.scenarios = items.size()};
  const std::size_t jobs = all_restartable(choices) ? std::clamp<std::size_t>(options.jobs, 1, items.size()) : 1;
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    workers.emplace_back([&] {
      Recorder recorder(options, choices, stop);
      for (std::size_t place = next++; place < items.size() && !is_hopeless && !stop.stop_requested(); place = next++) {
        Tally one;
        if (!recorder.record(items[place], one)) is_hopeless = true;
        const std::lock_guard lock(mutex);
        tally.stored += one.stored;
        tally.kept += one.kept;
        tally.exchanges += one.exchanges;
        tally.failures.insert(tally.failures.end(), one.failures.begin(), one.failures.end());
        ++progress.scenarios_done;
        progress.exchanges = tally.exchanges;
        progress.standing_out = tally.failures.size();
        if (on_progress) on_progress(progress);
      }
    });
  }
}

}  // namespace

RunResult record(const VerifyOptions& options, const std::function<void(const Progress&)>& on_progress,
                 const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  RunResult result;
  Envelope& envelope = result.envelope;
  envelope = open_envelope("record", options);
  const SuiteReading reading = read_suites(options.paths, options.contract_limits);
  for (const Error& error : reading.errors) envelope.failures.push_back({FailureCause::kUsage, error.what});
  const Choices choices = choose_targets(reading.suites, {"reference"}, options.reference, {}, envelope.failures);
  const std::vector<WorkItem> items = select_work(reading.suites, options.selection);
  refuse_doubles(items, envelope.failures);
  if (!envelope.failures.empty()) return result;
  if (items.empty()) {
    envelope.failures.push_back({FailureCause::kInconclusive, "nothing is selected: there is nothing to record"});
    return result;
  }
  Tally tally;
  record_all(options, items, choices, tally, on_progress, stop);
  envelope.failures = std::move(tally.failures);
  const std::size_t failed = items.size() - tally.stored - tally.kept;
  envelope.notes.push_back(fmt::format("{} scenarios stored, {} kept as they are, {} not recorded; {} exchanges",
                                       tally.stored, tally.kept, failed, tally.exchanges));
  if (failed > 0 && envelope.failures.empty() && !stop.stop_requested()) {
    envelope.failures.push_back({FailureCause::kInconclusive, "not every scenario was recorded"});
  }
  envelope.elapsed = std::chrono::steady_clock::now() - start;
  return result;
}

}  // namespace httparity
