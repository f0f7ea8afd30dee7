#include "fuzz/html/fuzz_html.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>

#include "base/digest.h"
#include "base/file.h"
#include "fuzz/html/checkpoint.h"
#include "fuzz/html/libfuzzer.h"
#include "fuzz/html/pool.h"
#include "fuzz/html/replay.h"
#include "fuzz/html/triage.h"

namespace httparity::html {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxCheckpointBytes = std::size_t{1} << 30U;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Shares of `--runs` beside the corpus, which always runs first.
struct Share {
  const char* engine;
  std::uint64_t weight;
};
constexpr Share kShares[] = {{"sweep", 5}, {"nest", 3}, {"tokens", 7}, {"grammar", 3}, {"swarm", 2}};

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0;
  const std::string bytes = digest(DigestAlgorithm::kSha256, text).value_or(text + "        ");
  for (std::size_t i = 0; i < 8; ++i) hash = hash << 8U | static_cast<unsigned char>(bytes[i]);
  return hash;
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

Result<std::unique_ptr<Engine>> make_engine(const std::string& name, const std::vector<HtmlCase>& corpus,
                                            const FuzzOptions& options) {
  const std::uint64_t seed = options.seed;
  if (name == "libfuzzer") {
    LibFuzzerSetup setup;
    setup.reference = options.reference;
    setup.port = options.port;
    setup.folder = options.out.empty() ? "" : options.out + "/libfuzzer";
    setup.seed = seed;
    return libfuzzer_engine(std::move(setup), corpus);
  }
  const bool needs_corpus = name == "corpus" || name == "tokens" || name == "bytes";
  if (needs_corpus && corpus.empty())
    return Error{fmt::format("--engine {}: there is no corpus; name one with --suite", name)};
  if (name == "corpus") return corpus_engine(corpus);
  if (name == "sweep") return sweep_engine(false);
  if (name == "nest") return nest_engine();
  if (name == "sweep3") return sweep_engine(true);
  if (name == "tokens") return mutation_engine(corpus, seed);
  if (name == "bytes") return byte_engine(corpus, seed);
  if (name == "grammar") return grammar_engine(seed);
  if (name == "swarm") return swarm_engine(seed);
  if (name == "naive") return naive_engine(seed);
  return Error{fmt::format(
      "--engine {}: there are corpus, sweep, sweep3, nest, tokens, grammar, swarm, naive, bytes, libfuzzer", name)};
}

/// How many cases each engine gets.
std::vector<std::uint64_t> plan_runs(const std::vector<std::unique_ptr<Engine>>& engines, std::uint64_t runs) {
  std::vector<std::uint64_t> plan(engines.size(), 0);
  std::uint64_t weights = 0;
  const auto weight_of = [](std::string_view name) -> std::uint64_t {
    for (const Share& share : kShares) {
      if (name == share.engine) return share.weight;
    }
    return 1;
  };
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i]->name() == "corpus") {
      plan[i] = std::min(runs, engines[i]->size());
      runs -= plan[i];
    } else {
      weights += weight_of(engines[i]->name());
    }
  }
  std::uint64_t left = runs;
  std::size_t last = engines.size();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i]->name() == "corpus") continue;
    plan[i] = std::min(engines[i]->size(), runs * weight_of(engines[i]->name()) / weights);
    left -= plan[i];
    if (engines[i]->size() == Engine::kEndless) last = i;
  }
  if (last < engines.size()) plan[last] += left;
  return plan;
}

/// One run: hands out slices, takes results in order, keeps the state.
class Run {
 public:
  explicit Run(const FuzzOptions& options) : options_(options), begin_(Clock::now()) {}

  Result<FuzzResult> go() {
    if (const Result<void> ready = prepare(); !ready) return ready.error();
    if (!result_.failure.empty()) return result_;
    compare();
    if (result_.failure.empty()) finish();
    for (auto& [key, finding] : findings_) result_.findings.push_back(finding);
    result_.raw_signatures = reduced_.size();
    return result_;
  }

 private:
  Result<void> prepare() {
    const Result<std::vector<HtmlCase>> corpus = read_corpus(options_.corpus, options_.suites);
    if (!corpus) return corpus.error();
    std::vector<std::string> names = options_.engines;
    if (names.empty()) {
      if (!corpus->empty())
        names = {"corpus", "sweep", "nest", "tokens", "grammar", "swarm"};
      else
        names = {"sweep", "nest", "grammar", "swarm"};
      if (options_.time) names.emplace_back("sweep3");
    }
    for (const std::string& name : names) {
      Result<std::unique_ptr<Engine>> engine = make_engine(name, *corpus, options_);
      if (!engine) return engine.error();
      setup_.engines.push_back(*std::move(engine));
      isolated_.engines.push_back(*make_engine(name, *corpus, options_));
      EngineReport report;
      report.name = name;
      report.size = setup_.engines.back()->size();
      result_.engines.push_back(report);
    }
    result_.seed = options_.seed;
    for (WorkerSetup* setup : {&setup_, &isolated_}) {
      setup->reference = options_.reference;
      setup->port = options_.port;
      setup->isolate = options_.isolate || setup == &isolated_;
      setup->merge_text = options_.merge_text;
      setup->rewrite = options_.rewrite;
      setup->limits = options_.limits;
      setup->memory_bytes = options_.memory_bytes;
    }
    if (const Result<void> read = read_pair_and_ledger(); !read) return read.error();
    return resume(*corpus);
  }

  /// Opens the pair once, to know both names: they choose the ledger's entries.
  Result<void> read_pair_and_ledger() {
    Ledger ledger;
    if (!options_.ledger.empty()) {
      Result<Ledger> read = read_ledger(options_.ledger);
      if (!read) return read.error();
      ledger = *std::move(read);
    }
    const Result<std::unique_ptr<Worker>> probe = Worker::start(setup_);
    if (!probe) {
      result_.failure = probe.error().what;
      return {};
    }
    result_.reference = (*probe)->reference();
    result_.port = (*probe)->port();
    setup_.ledger = ledger.for_pair(result_.reference.name, result_.port.name);
    isolated_.ledger = setup_.ledger;
    for (const LedgerEntry& entry : setup_.ledger.entries) {
      if (entry.until < today()) result_.expired_entries.push_back(entry.id);
    }
    return {};
  }

  Result<void> resume(const std::vector<HtmlCase>& corpus) {
    std::string all;
    for (const HtmlCase& one : corpus) all += one.data + '\0';
    identity_ = fmt::format("{} {} | {} {} | seed {} | corpus {} | {}", result_.reference.name,
                            result_.reference.version, result_.port.name, result_.port.version, options_.seed,
                            hash_of(all), fmt::join(options_.engines, ","));
    if (options_.out.empty()) return {};
    std::error_code failed;
    std::filesystem::create_directories(options_.out, failed);
    if (failed) return Error{fmt::format("{}: {}", options_.out, failed.message())};
    const std::string path = checkpoint_path();
    if (options_.fresh || !is_file(path)) return {};
    const Result<std::string> text = read_file(path, kMaxCheckpointBytes);
    if (!text) return text.error();
    Result<Checkpoint> state = parse_checkpoint(*text, path);
    if (!state) return Error{state.error().what + "; --fresh begins anew"};
    if (state->identity != identity_ || state->engines.size() != result_.engines.size()) {
      return Error{fmt::format("{}: holds the state of another run ({}); choose another --out, or --fresh", path,
                               state->identity)};
    }
    for (std::size_t i = 0; i < state->engines.size(); ++i) {
      state->engines[i].size = result_.engines[i].size;
      result_.engines[i] = state->engines[i];
    }
    key_of_raw_ = std::move(state->reduced);
    findings_ = std::move(state->findings);
    resumed_ = std::move(state->pending);
    for (const auto& [hash, key] : key_of_raw_) reduced_.insert(hash);
    return {};
  }

  std::string checkpoint_path() const { return options_.out + "/state.json"; }

  void compare() {
    handed_.resize(result_.engines.size());
    waiting_.resize(result_.engines.size());
    for (std::size_t i = 0; i < handed_.size(); ++i) handed_[i] = result_.engines[i].next;
    if (options_.runs) {
      limits_ = plan_runs(setup_.engines, *options_.runs);
    } else {
      for (const EngineReport& engine : result_.engines) limits_.push_back(engine.size);
    }
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
    auto last_save = begin_;
    while (true) {
      while (!over() && pool.unfinished() < 2 * options_.jobs && hand_out_slice()) {
      }
      if (pool.unfinished() == 0) break;
      constexpr std::chrono::milliseconds kWait{200};
      if (const Result<void> stepped = pool.step(kWait); !stepped) {
        result_.failure = stepped.error().what;
        break;
      }
      const auto now = Clock::now();
      if (now - last_status >= std::chrono::seconds(10)) {
        last_status = now;
        if (options_.status) options_.status(status_line());
      }
      if (advanced_ && now - last_save >= pause_) {
        save();
        // A kill loses the slices in work and no more, unless the state is so large that writing it would be the work.
        const Clock::duration took = Clock::now() - now;
        constexpr std::chrono::milliseconds kLong{100};
        pause_ = took > kLong ? 20 * took : Clock::duration::zero();
        last_save = Clock::now();
        advanced_ = false;
      }
      if (result_.interrupted) break;
    }
    result_.worker_deaths = pool.deaths();
    result_.compare_seconds = seconds_since(begin_);
    pool_ = nullptr;
    save();
  }

  /// No more slices are handed out.
  bool over() {
    if (options_.stop != nullptr && options_.stop->load()) result_.interrupted = true;
    if (options_.cpu_seconds && result_.compare_cpu_seconds >= *options_.cpu_seconds) return true;
    return result_.interrupted || (options_.time && Clock::now() - begin_ >= *options_.time);
  }

  /// The next slice of the engine that is furthest behind, the corpus first.
  bool hand_out_slice() {
    std::size_t best = limits_.size();
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      if (handed_[i] >= limits_[i]) continue;
      if (best == limits_.size() || handed_[i] < handed_[best]) best = i;
      if (result_.engines[i].name == "corpus") {
        best = i;
        break;
      }
    }
    if (best == limits_.size()) return false;
    Job job;
    job.engine = best;
    job.from = handed_[best];
    job.count = std::min(setup_.engines[best]->slice_cases(), limits_[best] - handed_[best]);
    handed_[best] += job.count;
    pool_->add(job);
    return true;
  }

  void take(const Job& job, JobResult& done) {
    if (job.kind == Job::Kind::kStale) {
      result_.stale_entries = done.stale;
      return;
    }
    if (job.kind == Job::Kind::kReduce) {
      result_.reduce_cpu_seconds += done.cpu_seconds;
      for (Finding& finding : done.findings) add_finding(job.signature, std::move(finding));
      if (done.findings.empty()) take_unreduced(job, "no longer differs");
      return;
    }
    result_.compare_cpu_seconds += done.cpu_seconds;
    waiting_[job.engine][job.from] = {job.count, std::move(done.slice)};
    advance(job.engine);
  }

  /// Slices count once all before them are in, so that the state is a prefix of each engine.
  void advance(std::size_t engine) {
    EngineReport& report = result_.engines[engine];
    auto& waiting = waiting_[engine];
    for (auto found = waiting.find(report.next); found != waiting.end(); found = waiting.find(report.next)) {
      const auto& [count, slice] = found->second;
      advanced_ = true;
      report.next += count;
      report.cases += slice.cases;
      report.unsupported += slice.unsupported;
      report.differences += slice.differences;
      for (const auto& [raw, bucket] : slice.buckets) add_bucket(raw, bucket);
      waiting.erase(found);
    }
  }

  /// A raw signature is reduced once; later cases of it only count. A signature that is known counts for its finding.
  void add_bucket(const std::string& raw, const RawBucket& bucket) {
    const std::uint64_t hash = hash_of(raw);
    if (!reduced_.insert(hash).second) {
      const auto found = key_of_raw_.find(hash);
      if (found != key_of_raw_.end()) {
        findings_.at(found->second).count += bucket.count;
      } else {
        later_[hash] += bucket.count;
      }
      return;
    }
    Job job;
    job.kind = Job::Kind::kReduce;
    job.signature = raw;
    job.bucket = bucket;
    if (bucket.kind == VerdictKind::kFault) {
      pool_->add_isolated(job);
    } else {
      pool_->add(job);
    }
    pending_[raw] = bucket;
  }

  /// `raw` is the signature that was reduced to `finding`.
  void add_finding(const std::string& raw, Finding finding) {
    if (const LedgerEntry* entry = setup_.ledger.find(finding.key)) finding.ledger_id = entry->id;
    const std::uint64_t hash = hash_of(raw);
    key_of_raw_[hash] = finding.key;
    pending_.erase(raw);
    const auto more = later_.find(hash);
    if (more != later_.end()) {
      finding.count += more->second;
      later_.erase(more);
    }
    merge_finding(findings_, std::move(finding));
  }

  void take_culprit(const Job& job, std::uint64_t index, const std::string& how) {
    JobResult result;
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
    Finding finding;
    finding.kind = job.bucket.kind;
    finding.minimal = job.bucket.shortest;
    finding.first = job.bucket.shortest;
    finding.key = fmt::format("{} (not reduced: {})", job.signature, how);
    finding.id = finding_id(finding.key);
    finding.engine = job.bucket.engine;
    finding.index = job.bucket.index;
    finding.count = job.bucket.count;
    finding.raw_signatures = 1;
    finding.unstable = how == "no longer differs" ? "reference or port" : "";
    add_finding(job.signature, std::move(finding));
  }

  /// Flake gate and votes, for what is new.
  void finish() {
    const auto begin = Clock::now();
    std::vector<Finding*> fresh;
    for (auto& [key, finding] : findings_) {
      if (const LedgerEntry* entry = setup_.ledger.find(key)) finding.ledger_id = entry->id;
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
    state.engines = result_.engines;
    state.findings = findings_;
    state.reduced = key_of_raw_;
    for (const auto& [raw, bucket] : pending_) {
      Finding pending;
      pending.key = raw;
      pending.kind = bucket.kind;
      pending.first = bucket.shortest;
      pending.engine = bucket.engine;
      pending.index = bucket.index;
      const auto more = later_.find(hash_of(raw));
      pending.count = bucket.count + (more == later_.end() ? 0 : more->second);
      state.pending.push_back(std::move(pending));
    }
    if (const Result<void> written = write_file(checkpoint_path(), write_checkpoint(state)); !written) {
      result_.failure = written.error().what;
    }
  }

  std::string status_line() const {
    std::string line;
    for (const EngineReport& engine : result_.engines) {
      if (engine.size != Engine::kEndless) {
        line += fmt::format(
            "{} {:.1f}% | ", engine.name,
            100.0 * static_cast<double>(engine.next) / static_cast<double>(std::max<std::uint64_t>(1, engine.size)));
      } else {
        line += fmt::format("{} {} | ", engine.name, engine.next);
      }
    }
    const auto known = std::count_if(findings_.begin(), findings_.end(),
                                     [](const auto& one) { return !one.second.ledger_id.empty(); });
    const double rate = static_cast<double>(result_.cases()) / std::max(0.001, seconds_since(begin_));
    return line + fmt::format("{:.0f} cases/s | classes {} known {} new | deaths {}", rate, known,
                              findings_.size() - static_cast<std::size_t>(known), pool_->deaths());
  }

  const FuzzOptions& options_;
  Clock::time_point begin_;
  WorkerSetup setup_;
  WorkerSetup isolated_;
  FuzzResult result_;
  std::string identity_;
  Pool* pool_ = nullptr;
  bool advanced_ = false;    ///< since the state was saved
  Clock::duration pause_{};  ///< between two savings
  std::vector<std::uint64_t> limits_;
  std::vector<std::uint64_t> handed_;
  std::vector<std::map<std::uint64_t, std::pair<std::uint64_t, SliceResult>>> waiting_;
  std::set<std::uint64_t> reduced_;
  std::vector<Finding> resumed_;              ///< what the state left to be reduced
  std::map<std::string, RawBucket> pending_;  ///< by raw signature: handed to a reducer
  std::map<std::uint64_t, std::string> key_of_raw_;
  std::map<std::uint64_t, std::uint64_t> later_;  ///< further cases of what is pending
  std::map<std::string, Finding> findings_;
};

}  // namespace

Result<FuzzResult> fuzz_html(const FuzzOptions& options) {
  return Run(options).go();
}

}  // namespace httparity::html
