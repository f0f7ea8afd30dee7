#include "fuzz/html/fuzz_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "fuzz/html/checkpoint.h"
#include "fuzz/html/engine_plan.h"
#include "fuzz/html/findings_book.h"
#include "fuzz/html/pool.h"
#include "fuzz/html/replay.h"
#include "fuzz/html/slice_order.h"
#include "fuzz/html/slice_plan.h"
#include "fuzz/html/state_lock.h"
#include "fuzz/html/status_line.h"
#include "fuzz/html/worker_setup.h"

namespace httparity::html {
namespace {

using Clock = std::chrono::steady_clock;

/// A state of so many bytes is written in a tenth of the time that a slice takes.
constexpr std::uint64_t kStateBytesOfASlice = 1U << 20U;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One run: hands out slices, takes results in order, keeps the state.
class Run {
 public:
  explicit Run(const FuzzOptions& options) : options_(options), begin_(Clock::now()) {}

  Result<FuzzRun> go() {
    if (const Result<void> ready = prepare(); !ready) return ready.error();
    if (!result_.failure.empty() || result_.interrupted) return result_;
    compare();
    if (result_.failure.empty()) finish();
    // A pair that agrees on nothing because a side can't be run has no findings.
    if (!result_.failure.empty() && result_.cases() == result_.differences()) return result_;
    for (auto& [key, finding] : book_.findings()) result_.findings.push_back(finding);
    result_.raw_signatures = book_.raw_signatures();
    return result_;
  }

 private:
  Result<void> prepare() {
    const Result<std::vector<HtmlCase>> corpus = read_corpus(options_.corpus, options_.suites);
    if (!corpus) return corpus.error();
    for (WorkerSetup* setup : {&setup_, &isolated_}) {
      if (const Result<void> filled = fill_setup(options_, *corpus, setup == &isolated_, *setup); !filled) {
        return filled.error();
      }
    }
    for (const std::unique_ptr<Engine>& engine : setup_.engines) {
      EngineReport report;
      report.name = engine->name();
      report.size = engine->size();
      result_.engines.push_back(report);
    }
    result_.seed = options_.seed;
    if (const Result<void> read = read_pair_and_ledger(); !read) return read.error();
    return resume(*corpus);
  }

  /// Opens the pair once, to know both names: they choose the ledger's entries.
  Result<void> read_pair_and_ledger() {
    const Result<Ledger> ledger = read_ledger(options_.ledger);
    if (!ledger) return ledger.error();
    const Result<std::unique_ptr<Worker>> probe = Worker::start(setup_);
    if (!probe) {
      fail(probe.error().what);
      return {};
    }
    result_.reference = (*probe)->reference();
    result_.port = (*probe)->port();
    setup_.ledger = ledger->for_pair(result_.reference.name, result_.port.name);
    isolated_.ledger = setup_.ledger;
    result_.expired_entries = setup_.ledger.expired(today());
    return {};
  }

  Result<void> resume(const std::vector<HtmlCase>& corpus) {
    identity_ = run_identity(options_, result_.reference, result_.port, corpus);
    if (options_.out.empty()) return {};
    std::error_code failed;
    std::filesystem::create_directories(options_.out, failed);
    if (failed) return Error{fmt::format("{}: {}", options_.out, failed.message())};
    Result<Descriptor> lock = lock_state(options_.out);
    if (!lock) return lock.error();
    lock_ = *std::move(lock);
    const std::string path = state_path(options_.out);
    if (options_.fresh || !is_file(path)) return {};
    Result<Checkpoint> state = read_checkpoint(path);
    if (!state) return Error{state.error().what + "; --fresh begins anew"};
    const bool fits = std::all_of(state->waiting.begin(), state->waiting.end(),
                                  [&](const WaitingSlice& slice) { return slice.engine < result_.engines.size(); });
    if (state->identity != identity_ || state->engines.size() != result_.engines.size() || !fits) {
      return Error{fmt::format("{}: holds the state of another run ({}); choose another --out, or --fresh", path,
                               state->identity)};
    }
    for (std::size_t i = 0; i < state->engines.size(); ++i) {
      state->engines[i].size = result_.engines[i].size;
      result_.engines[i] = state->engines[i];
    }
    book_.resume(*state, setup_.ledger);
    resumed_cases_ = result_.cases();
    resumed_ = std::move(state->pending);
    order_.resume(state->waiting);
    return {};
  }

  void compare() {
    SlicePlan slices(setup_.engines, result_.engines,
                     options_.runs ? plan_runs(setup_.engines, *options_.runs) : std::vector<std::uint64_t>{},
                     order_.waiting());
    PoolEvents events;
    events.done = [this](const Job& job, JobResult& done) { take(job, done); };
    events.culprit = [this](const Job& job, std::uint64_t index, const std::string& how) {
      take_culprit(job, index, how);
    };
    events.gave_up = [this](const Job& job, const std::string& how) { take_unreduced(job, how); };
    Pool pool(setup_, isolated_, std::max<std::size_t>(1, options_.jobs), options_.hang, std::move(events));
    pool_ = &pool;
    for (const Finding& left : resumed_) {
      add_bucket(left.key, {left.kind, left.first, left.index, left.engine, left.count});
    }
    if (!setup_.ledger.entries.empty()) {
      Job stale;
      stale.kind = Job::Kind::kStale;
      pool.add_isolated(stale);  // an entry may be of a fault
    }
    auto last_status = begin_;
    while (true) {
      while (!over() && pool.unfinished() < 2 * options_.jobs) {
        // The larger the state, the larger the slices, so that writing it is never most of the work.
        std::optional<Job> job = slices.next(1 + state_bytes_ / kStateBytesOfASlice);
        if (!job) break;
        pool.add(*std::move(job));
      }
      if (is_time_over()) {
        pool.stop_slices();
        if (Clock::now() - begin_ > *options_.time + time_to_reduce()) break;
      }
      if (pool.unfinished() == 0) break;
      constexpr std::chrono::milliseconds kWait{200};
      if (const Result<void> stepped = pool.step(kWait); !stepped) {
        fail(stepped.error().what);
        break;
      }
      const auto now = Clock::now();
      if (now - last_status >= std::chrono::seconds(10)) {
        last_status = now;
        if (options_.status) options_.status(status_line(result_, book_, rate(), pool.deaths() + pool.restarts()));
      }
      // Before any worker gets another slice: a kill loses the slices in work and no more.
      if (unsaved_) save();
      if (result_.interrupted) break;
    }
    result_.worker_deaths = pool.deaths() + pool.restarts();
    result_.compare_seconds = seconds_since(begin_);
    pool_ = nullptr;
    save();
  }

  /// Cases a second, those of an earlier run on this state left out.
  double rate() const {
    return static_cast<double>(result_.cases() - resumed_cases_) / std::max(0.001, seconds_since(begin_));
  }

  /// What is stopped in the middle has not failed.
  void fail(const std::string& why) {
    result_.interrupted = options_.stop.stop_requested();
    if (!result_.interrupted) result_.failure = why;
  }

  /// No more slices are handed out.
  bool over() {
    if (options_.stop.stop_requested()) result_.interrupted = true;
    if (options_.cpu_seconds && result_.compare_cpu_seconds >= *options_.cpu_seconds) return true;
    return result_.interrupted || is_time_over();
  }

  bool is_time_over() const { return options_.time && Clock::now() - begin_ >= *options_.time; }

  /// How long after `--time` what was found is still reduced; what is left then is kept in the state.
  Clock::duration time_to_reduce() const {
    constexpr std::chrono::seconds kAtLeast{10};
    return std::max<Clock::duration>(kAtLeast, *options_.time / 10);
  }

  void take(const Job& job, JobResult& done) {
    if (job.kind == Job::Kind::kStale) {
      result_.stale_entries = done.stale;
      return;
    }
    if (job.kind == Job::Kind::kReduce) {
      result_.reduce_cpu_seconds += done.cpu_seconds;
      for (Finding& finding : done.findings) book_.add_finding(job.signature, std::move(finding), setup_.ledger);
      if (done.findings.empty()) take_unreduced(job, "no longer differs");
      return;
    }
    result_.compare_cpu_seconds += done.cpu_seconds;
    order_.take({job.engine, job.from, done.count, std::move(done.slice)});
    order_.count(result_.engines, [this](const std::string& raw, const RawBucket& bucket) { add_bucket(raw, bucket); });
    unsaved_ = true;
  }

  void add_bucket(const std::string& raw, const RawBucket& bucket) {
    if (!book_.add_bucket(raw, bucket)) return;
    Job job;
    job.kind = Job::Kind::kReduce;
    job.signature = raw;
    job.bucket = bucket;
    if (bucket.kind == VerdictKind::kFault) {
      pool_->add_isolated(job);
    } else {
      pool_->add(job);
    }
  }

  void take_culprit(const Job& job, std::uint64_t index, const std::string& how) {
    JobResult result;
    result.count = 1;
    result.slice.cases = 1;
    result.slice.differences = 1;
    RawBucket bucket;
    bucket.kind = VerdictKind::kFault;
    setup_.engines[job.engine]->make(index, bucket.shortest);
    if (setup_.rewrite) Rewriter(setup_.ledger).rewrite(bucket.shortest);
    bucket.index = index;
    bucket.engine = setup_.engines[job.engine]->name();
    bucket.count = 1;
    result.slice.buckets["fault: a worker died by " + how] = bucket;
    take(job, result);
  }

  /// Reported as it was found: it differed in the run, and can't be shown again or be reduced.
  void take_unreduced(const Job& job, const std::string& how) {
    if (job.kind == Job::Kind::kStale) result_.failure = "the ledger's entries could not be checked: " + how;
    if (job.kind != Job::Kind::kReduce) return;
    book_.add_finding(job.signature, unreduced_finding(job.signature, job.bucket, how), setup_.ledger);
  }

  /// Flake gate and votes, for what is new.
  void finish() {
    const auto begin = Clock::now();
    std::vector<Finding*> fresh;
    for (auto& [key, finding] : book_.findings()) {
      const bool reduced = !finding.expected.empty() || !finding.actual.empty();
      if (finding.ledger_id.empty() && reduced) fresh.push_back(&finding);
    }
    if (!result_.interrupted) {
      replay_findings(options_, fresh);
      collect_votes(options_, fresh);
    }
    result_.replay_seconds = seconds_since(begin);
  }

  void save() {
    if (options_.out.empty()) return;
    Checkpoint state;
    state.identity = identity_;
    state.reference = options_.reference;
    state.port = options_.port;
    state.reference_parser = result_.reference;
    state.port_parser = result_.port;
    state.engines = result_.engines;
    book_.save(state);
    state.waiting = order_.waiting();
    const std::string text = write_checkpoint(state);
    state_bytes_ = text.size();
    unsaved_ = false;
    if (const Result<void> written = write_file(state_path(options_.out), text); !written) {
      result_.failure = written.error().what;
    }
  }

  const FuzzOptions& options_;
  Clock::time_point begin_;
  WorkerSetup setup_;
  WorkerSetup isolated_;
  FuzzRun result_;
  std::string identity_;
  Descriptor lock_;  ///< of the folder that keeps the state
  Pool* pool_ = nullptr;
  bool unsaved_ = false;           ///< a slice was done since the state was saved
  std::uint64_t state_bytes_ = 0;  ///< of the state when it was saved
  SliceOrder order_;
  std::uint64_t resumed_cases_ = 0;
  std::vector<Finding> resumed_;  ///< what the state left to be reduced
  FindingsBook book_;
};

}  // namespace

Result<FuzzRun> fuzz_html(const FuzzOptions& options) {
  return Run(options).go();
}

}  // namespace httparity::html
