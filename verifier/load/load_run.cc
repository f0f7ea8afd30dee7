#include "load/load_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "load/audit.h"
#include "load/bench_lock.h"
#include "load/calibrate.h"
#include "load/count_instructions.h"
#include "load/descriptor_limit.h"
#include "load/lanes.h"
#include "load/link_speed.h"
#include "load/machine.h"
#include "load/measure.h"
#include "load/pinned.h"
#include "load/preflight.h"
#include "load/resolve.h"
#include "load/same_work.h"
#include "load/target_files.h"
#include "result/load_verdicts.h"
#include "run/envelope.h"
#include "run/stage.h"
#include "run/suite.h"
#include "run/target_choice.h"

namespace httparity {
namespace {

constexpr std::chrono::minutes kLockPatience{10};

class LoadRun {
 public:
  LoadRun(const LoadOptions& options, const std::function<void(const LoadProgress&)>& on_progress,
          const std::stop_token& stop)
      : options_(options), on_progress_(on_progress), stop_(stop) {}

  RunResult run();

 private:
  bool prepare();
  bool choose_targets();
  void verify_targets();
  void plan_steps();
  void run_round(std::size_t round);
  std::size_t most_sessions() const;
  void run_target(std::size_t target, std::size_t round);
  bool run_steps(std::size_t target, std::size_t round, Target& server, const Workload& workload);
  LoadStep load_step(const LoadStepPlan& plan, const LoadAddress& address) const;
  void calibrate(std::size_t step, const LoadStep& how, const Workload& workload);
  void count_targets();
  void fail(FailureCause cause, std::string what);
  void tell(std::string now);

  const LoadOptions& options_;
  const std::function<void(const LoadProgress&)>& on_progress_;
  const std::stop_token& stop_;
  RunResult out_;
  LoadResult result_;
  SuiteReading reading_;
  std::vector<WorkItem> items_;
  std::vector<TargetChoice> choices_;
  SslContext tls_;
  std::vector<LoadAddress> sources_;
  EngineKind engine_ = EngineKind::kEpoll;
  std::vector<std::string> lanes_;
  std::uint32_t measured_ = 0;
};

void LoadRun::fail(FailureCause cause, std::string what) {
  const Failure failure{cause, std::move(what)};
  auto& failures = out_.envelope.failures;
  if (std::find(failures.begin(), failures.end(), failure) == failures.end()) failures.push_back(failure);
}

void LoadRun::tell(std::string now) {
  if (!on_progress_) return;
  on_progress_({measured_, options_.rounds * result_.steps.size() * choices_.size(), std::move(now)});
}

bool LoadRun::prepare() {
  Envelope& envelope = out_.envelope;
  VerifyOptions shape;
  shape.paths = options_.paths;
  envelope = open_envelope("load", shape);
  envelope.plan.clear();
  for (auto& [name, value] : describe_options(options_)) envelope.plan.push_back({name, value});
  for (auto& [name, value] : machine_facts()) envelope.environment.push_back({name, value});
  reading_ = read_suites(options_.paths);
  for (const Error& error : reading_.errors) fail(FailureCause::kUsage, error.what);
  if (!envelope.failures.empty()) return false;
  if (reading_.suites.size() != 1) {
    fail(FailureCause::kUsage, "load takes one suite at a time, so that every target has the same work");
    return false;
  }
  items_ = loadable(select_work(reading_.suites, options_.selection));
  if (items_.empty()) {
    fail(FailureCause::kUsage, fmt::format("{}: no step is marked for load: give those that are to be sent over and "
                                           "over \"load\": {{}}",
                                           reading_.suites.front().path));
    return false;
  }
  if (auto checked = check_profiles(items_, options_.profiles); !checked) {
    fail(FailureCause::kUsage, checked.error().what);
    return false;
  }
  if (!choose_targets()) return false;
  if (auto checked = check_options(options_, choices_.size()); !checked) {
    fail(FailureCause::kUsage, checked.error().what);
    return false;
  }
  const bool uring = uring_is_available();
  engine_ = options_.engine.value_or(uring && !options_.kernel_time ? EngineKind::kUring : EngineKind::kEpoll);
  if (engine_ == EngineKind::kUring && !uring) {
    fail(FailureCause::kUsage, "--engine uring: needs Linux 6.1 and io_uring allowed; --engine epoll works everywhere");
    return false;
  }
  auto tls = make_tls(options_.transport.tls);
  if (!tls) {
    fail(FailureCause::kUsage, tls.error().what);
    return false;
  }
  tls_ = *std::move(tls);
  for (const std::string& source : options_.sources) {
    auto address = resolve_source(source);
    if (!address) {
      fail(FailureCause::kUsage, address.error().what);
      return false;
    }
    sources_.push_back(*address);
  }
  if (auto enough = enough_descriptors(options_.connections); !enough) {
    fail(FailureCause::kUsage, enough.error().what);
    return false;
  }
  envelope.plan.push_back({"engine", engine_name(engine_)});
  return true;
}

bool LoadRun::choose_targets() {
  const Suite& suite = reading_.suites.front();
  std::vector<std::optional<std::string>> names(options_.targets.begin(), options_.targets.end());
  if (names.empty()) names.resize(2);
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto choice = choose_target(suite, i == 0 ? "reference" : "port", names[i]);
    if (!choice) {
      fail(FailureCause::kUsage, choice.error().what);
      return false;
    }
    LoadTarget target;
    target.name = choice->name;
    result_.targets.push_back(std::move(target));
    TargetIdentity identity;
    identity.role = i == 0 ? "reference" : "port";
    identity.name = choice->name;
    if (choice->endpoint) identity.address = endpoint_url(*choice->endpoint);
    if (options_.transport.tls.insecure) identity.warnings.emplace_back("--insecure: certificates are not verified");
    out_.envelope.targets.push_back(std::move(identity));
    choices_.push_back(*std::move(choice));
  }
  return true;
}

void LoadRun::plan_steps() {
  result_.gates = options_.gates;
  for (const std::size_t connections : options_.connections) {
    LoadStepPlan step;
    step.connections = connections;
    step.depth = options_.depth;
    if (options_.rates.empty()) result_.steps.push_back(step);
    for (const double rate : options_.rates) {
      step.rate_per_second = rate;
      result_.steps.push_back(step);
    }
  }
}

// Every target does the reference's work, or gets no number.
void LoadRun::verify_targets() {
  for (std::size_t target = 1; target < choices_.size(); ++target) {
    if (stop_.stop_requested()) return;
    tell(fmt::format("verifying {} against {}", choices_[target].name, choices_[0].name));
    SameWorkPlan plan;
    plan.suite = &reading_.suites.front();
    plan.selection = options_.selection;
    plan.reference = choices_[0].name;
    plan.port = choices_[target].name;
    plan.seed = options_.seed;
    plan.transport = options_.transport;
    verify_same_work(plan, result_.targets[target], out_.envelope.failures, stop_);
  }
}

LoadStep LoadRun::load_step(const LoadStepPlan& plan, const LoadAddress& address) const {
  LoadStep step;
  step.engine.endpoint = address;
  step.engine.sources = sources_;
  step.engine.kernel_time = options_.kernel_time;
  step.engine.connections = plan.connections;
  step.engine.warmup = options_.warmup;
  step.engine.duration = options_.requests > 0 ? std::chrono::nanoseconds(0) : options_.duration;
  step.engine.answer_limit = options_.transport.time.first_byte;
  step.engine.drain_limit = step.engine.answer_limit;  // thousands of connections may wait for a slow server
  step.engine.connect_limit = options_.transport.time.connect;
  // A client that spins where the server runs would take its processor.
  step.engine.wait = options_.wait.value_or(options_.client_cpus.empty() ? WaitPolicy::kAdaptive : WaitPolicy::kSpin);
  step.kind = address.tls != nullptr ? EngineKind::kEpoll : engine_;
  step.depth = plan.depth;
  step.cpus = options_.client_cpus;
  step.requests = options_.requests;
  step.rate_per_second = plan.rate_per_second;
  step.lanes = lanes_at_rates(options_.profiles);
  step.process = options_.arrivals;
  step.seed = options_.seed;
  step.unique.salt = options_.seed * 0x9e3779b97f4a7c15U;
  step.unique.measurement = measured_ & 0xfffU;
  step.limits = options_.transport.limits;
  return step;
}

void LoadRun::calibrate(std::size_t step, const LoadStep& how, const Workload& workload) {
  LoadStepPlan& plan = result_.steps[step];
  if (plan.client_capacity || plan.rate_per_second > 0 || options_.gates.headroom >= 1) return;
  tell(fmt::format("what the client itself manages with {} connections", plan.connections));
  const std::string trouble = calibrate_step(plan, how, workload.sets, options_.server_cpus, options_.history, stop_);
  auto& notes = out_.envelope.notes;
  if (!trouble.empty() && std::find(notes.begin(), notes.end(), trouble) == notes.end()) notes.push_back(trouble);
}

bool LoadRun::run_steps(std::size_t target, std::size_t round, Target& server, const Workload& workload) {
  const auto address = resolve_address(server.endpoint(), tls_.get());
  if (!address) {
    fail(FailureCause::kTarget, address.error().what);
    return false;
  }
  result_.targets[target].link_bits_per_second = link_bits_per_second(*address);
  if (options_.kernel_time && (address->tls != nullptr || address->address.ss_family == AF_UNIX)) {
    fail(FailureCause::kUsage,
         fmt::format("--kernel-time: {}: the kernel's stamps are read from plain TCP alone: leave it "
                     "out here",
                     endpoint_url(server.endpoint())));
    return false;
  }
  if (auto checked = check_sources(sources_, *address); !checked) {
    fail(FailureCause::kUsage, checked.error().what);
    return false;
  }
  AuditedRequests audited = audited_in_preflight(workload);
  for (std::size_t step = 0; step < result_.steps.size(); ++step) {
    if (stop_.stop_requested()) return false;
    const LoadStep how = load_step(result_.steps[step], *address);
    calibrate(step, how, workload);
    tell(fmt::format("round {} of {}: {}, {} connections", round + 1, options_.rounds, choices_[target].name,
                     result_.steps[step].connections));
    const MeasurePlan plan{target, step, round, server.root(), lanes_, options_.server_cpus};
    Measured measured = measure(plan, how, workload, stop_);
    ++measured_;
    const bool lost = measured.measurement.target_lost;
    const std::string failure = measured.measurement.failure;
    const bool goes_on = !options_.gates.search || holds(measured.measurement, options_.gates);
    result_.measurements.push_back(std::move(measured.measurement));
    std::move(measured.wrong.begin(), measured.wrong.end(), std::back_inserter(result_.wrong));
    add_audited(audited, std::move(measured.audited_sent), std::move(measured.audited_acknowledged));
    if (!failure.empty() && !options_.gates.search && !stop_.stop_requested()) {
      fail(FailureCause::kTarget, fmt::format("{}: {}", choices_[target].name, failure));
      return false;
    }
    if (lost) {
      fail(FailureCause::kTarget,
           server.died().value_or(fmt::format("{}: takes no connection any more", choices_[target].name)));
      return false;
    }
    for (LoadAudit& audit : run_audits(workload, audited, server.variables(), reading_.suites.front().folder, stop_)) {
      audit.target = target;
      audit.step = step;
      audit.round = round;
      result_.audits.push_back(std::move(audit));
    }
    if (!goes_on) return true;
  }
  return true;
}

void LoadRun::run_target(std::size_t target, std::size_t round) {
  const Suite& suite = reading_.suites.front();
  tell(fmt::format("round {} of {}: {} starts", round + 1, options_.rounds, choices_[target].name));
  std::optional<Result<Stage>> stage;
  {
    const PinnedHere pinned(options_.server_cpus);
    stage = set_stage(suite, {choices_[target]}, stop_);
  }
  if (!*stage) {
    if (stop_.stop_requested()) return;
    fail(FailureCause::kTarget, stage->error().what);
    result_.targets[target].refused = stage->error().what;
    return;
  }
  Target& server = (**stage).targets.front();
  if (server.started()) {
    LoadTarget& into = result_.targets[target];
    into.cold_start.push_back(server.cold_start());
    for (LoadFile& file : files_of(*choices_[target].spec, suite.folder, server, round)) into.files.push_back(file);
  }
  PreflightPlan plan;
  plan.suite = &suite;
  plan.items = items_;
  plan.sessions = most_sessions();
  plan.transport = options_.transport;
  plan.unique_run = fmt::format("load {} {} {}", options_.seed, target, round);
  Preflight preflight = prepare_workload(plan, server, stop_);
  if (!preflight.workload) {
    if (stop_.stop_requested()) return;
    const auto died = server.died();
    const bool down = preflight.target_down || died;
    result_.targets[target].refused = preflight.failure;
    fail(down ? FailureCause::kTarget : FailureCause::kInconclusive,
         fmt::format("{}: {}{}", choices_[target].name, preflight.failure, died ? "; " + *died : ""));
    return;
  }
  lanes_ = assign_lanes(options_.profiles, preflight.workload->sets);
  run_steps(target, round, server, *preflight.workload);
}

// More sessions than connections would never be used.
std::size_t LoadRun::most_sessions() const {
  std::size_t most = *std::max_element(options_.connections.begin(), options_.connections.end());
  for (const ProfileRate& one : options_.profiles) most = std::max(most, one.connections);
  return std::min(options_.sessions, most);
}

// The order is turned round from round to round, so that each goes first as often as the others.
void LoadRun::run_round(std::size_t round) {
  std::vector<std::size_t> order(choices_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (round % 2 == 1) std::reverse(order.begin(), order.end());
  for (const std::size_t target : order) {
    if (stop_.stop_requested()) return;
    if (result_.targets[target].refused.empty()) run_target(target, round);
  }
}

void LoadRun::count_targets() {
  result_.steps.resize(1);
  result_.steps[0].connections = 1;
  for (std::size_t target = 0; target < choices_.size(); ++target) {
    if (stop_.stop_requested() || !result_.targets[target].refused.empty()) continue;
    tell(fmt::format("counting the instructions of {}", choices_[target].name));
    CountPlan plan;
    plan.target = choices_[target];
    plan.index = target;
    plan.requests = options_.count_requests;
    plan.preflight.suite = &reading_.suites.front();
    plan.preflight.items = items_;
    plan.preflight.transport = options_.transport;
    plan.preflight.unique_run = fmt::format("load {} {} counted", options_.seed, target);
    plan.step = load_step(result_.steps[0], {});
    Counted counted = count_instructions(plan, stop_);
    if (!counted.counts.refused.empty() && counted.wrong.empty()) {
      fail(counted.not_native ? FailureCause::kUsage : FailureCause::kTarget,
           fmt::format("--instructions: {}: {}", choices_[target].name, counted.counts.refused));
    }
    std::move(counted.wrong.begin(), counted.wrong.end(), std::back_inserter(result_.wrong));
    result_.instructions.push_back(std::move(counted.counts));
  }
}

RunResult LoadRun::run() {
  const auto start = Clock::now();
  const bool ready = prepare();
  if (ready) {
    plan_steps();
    tell("waiting for other benchmarks");
    const auto lock = lock_benchmarks(benchmark_lock_path(), kLockPatience, stop_);
    if (!lock && !stop_.stop_requested()) fail(FailureCause::kInconclusive, lock.error().what);
    if (lock) {
      verify_targets();
      if (options_.count_requests > 0) {
        count_targets();
      } else {
        for (std::size_t round = 0; round < options_.rounds; ++round) run_round(round);
      }
    }
    if (choices_.size() == 1) {
      out_.envelope.notes.emplace_back(
          "one target: nothing was verified against a reference; its answers under load "
          "are held to its own before it");
    }
  }
  out_.found = std::move(result_);
  out_.envelope.elapsed = Clock::now() - start;
  return std::move(out_);
}

}  // namespace

RunResult run_load(const LoadOptions& options, const std::function<void(const LoadProgress&)>& on_progress,
                   const std::stop_token& stop) {
  return LoadRun(options, on_progress, stop).run();
}

}  // namespace httparity
