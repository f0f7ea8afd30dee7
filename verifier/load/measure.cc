#include "load/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "load/accept_queue.h"
#include "load/usage.h"

namespace httparity {
namespace {

std::vector<LoadAnswerCount> answers_of(const RequestTally& tally, const RequestTemplate& request) {
  std::vector<LoadAnswerCount> out;
  if (request.alternatives.empty()) return out;
  out.push_back({request.expectation.name, tally.by_answer[0]});
  for (std::size_t i = 0; i < request.alternatives.size(); ++i) {
    out.push_back({request.alternatives[i].name, tally.by_answer[i + 1]});
  }
  return out;
}

std::vector<LoadRequestCount> requests_of(Tally& tally, const Workload& workload) {
  std::vector<LoadRequestCount> out;
  for (std::size_t i = 0; i < workload.templates.size() && i < tally.requests.size(); ++i) {
    RequestTally& one = tally.requests[i];
    const RequestTemplate& request = workload.templates[i].request;
    out.push_back({request.name, one.valid, one.invalid, one.bytes, std::move(one.service), std::move(one.response),
                   answers_of(one, request)});
  }
  return out;
}

std::vector<LoadErrorCount> errors_of(Tally& tally) {
  std::vector<LoadErrorCount> out;
  for (std::size_t i = 0; i < tally.errors.size(); ++i) {
    ErrorCount& one = tally.errors[i];
    if (one.count == 0) continue;
    out.push_back({load_error_name(static_cast<LoadError>(i)), one.count, std::move(one.first), one.first_at});
  }
  return out;
}

std::vector<LoadErrorCount> wrong_kinds_of(Tally& tally) {
  std::vector<LoadErrorCount> out;
  for (auto& [name, kind] : tally.wrong_kinds) out.push_back({name, kind.count, std::move(kind.first), kind.first_at});
  return out;
}

LoadWrongAnswer wrong_of(WrongAnswer& wrong, const MeasurePlan& plan, const Workload& workload) {
  const SettledTemplate& from = workload.templates[wrong.request];
  LoadWrongAnswer out;
  out.target = plan.target;
  out.step = plan.step;
  out.round = plan.round;
  out.contract = from.item->contract->file;
  out.scenario = from.item->scenario->name;
  out.variant = from.item->variant.name;
  out.request_name = from.step->name;
  out.place = from.step->place;
  const RequestTemplate& sent = workload.sets[wrong.set].templates[wrong.request];
  out.request = sent.bytes;
  out.expected = sent.held_to(wrong.answer).image.bytes;
  for (const Message& interim : wrong.received.interims) out.received += interim.bytes;
  if (wrong.received.response) out.received += wrong.received.response->bytes;
  out.received += wrong.received.surplus;
  out.differences = std::move(wrong.verdict.differences);
  out.detail = std::move(wrong.verdict.detail);
  out.at = wrong.at;
  return out;
}

std::vector<LoadLaneCount> lanes_of(const MeasurePlan& plan, const LoadStep& step, const Tally& tally) {
  std::vector<LoadLaneCount> out;
  for (std::size_t i = 0; i < plan.lanes.size() && i < tally.lanes.size(); ++i) {
    const LaneTally& lane = tally.lanes[i];
    const LoadLane asked = i == 0 ? LoadLane{step.engine.connections, step.rate_per_second} : step.lanes[i - 1];
    out.push_back({plan.lanes[i], asked.connections, asked.rate_per_second, lane.valid, lane.due, lane.backlog_at_end,
                   lane.lateness});
  }
  return out;
}

void take_tally(Tally& tally, const LoadStep& step, LoadMeasurement& into) {
  into.timed = tally.timed;
  into.lateness = tally.lateness();
  into.connect = std::move(tally.connect);
  into.connects = tally.connects;
  into.client_delay = std::move(tally.client_delay);
  for (const SecondTally& one : tally.seconds) {
    into.seconds.push_back({one.valid, one.invalid, one.errors, one.service_ns});
  }
  into.warmup_valid = tally.warmup_valid;
  into.warmup_invalid = tally.warmup_invalid;
  into.carried_in = tally.carried_in;
  into.started = tally.started;
  into.in_flight_at_end = tally.in_flight_at_end;
  into.unanswered = tally.unanswered;
  into.due = tally.due();
  into.backlog_at_end = tally.backlog_at_end();
  into.client_overload = tally.client_overload;
  into.compared_in_full = tally.compared_in_full;
  into.client_cpu_seconds = std::chrono::duration<double>(tally.cpu).count();
  into.target_lost = tally.target_lost;
  const auto threads = static_cast<double>(std::max<std::size_t>(1, step.cpus.size()));
  const double length = std::chrono::duration<double>(tally.timed + step.engine.warmup).count();
  const double idle = std::chrono::duration<double>(tally.idle).count() / threads;
  into.client_busy = length > 0 ? std::clamp(1 - idle / length, 0.0, 1.0) : 0;
}

}  // namespace

Measured measure(const MeasurePlan& plan, const LoadStep& step, const Workload& workload, const std::stop_token& stop) {
  Measured out;
  LoadMeasurement& into = out.measurement;
  into.target = plan.target;
  into.step = plan.step;
  into.round = plan.round;
  const bool watches_processors = plan.server && !plan.server_cpus.empty() && !step.cpus.empty();
  std::vector<int> cpus = plan.server_cpus;
  cpus.insert(cpus.end(), step.cpus.begin(), step.cpus.end());

  const TreeUse server_before = plan.server ? tree_use(*plan.server) : TreeUse{};
  const KernelCounts kernel_before = kernel_counts();
  const double busy_before = watches_processors ? busy_seconds(cpus) : 0;
  const auto from = Clock::now();
  // While the connections stand: a server with a thread for each ends them with it, and their time is seen no more.
  TreeUse server_after;
  double server_elapsed = 0;
  LoadStep watched = step;
  watched.engine.before_close = [&] {
    if (plan.server) server_after = tree_use(*plan.server);
    server_elapsed = std::chrono::duration<double>(Clock::now() - from).count();
  };
  auto tally = run_load_step(watched, workload.sets, stop);
  const double elapsed = std::chrono::duration<double>(Clock::now() - from).count();
  const double busy = watches_processors ? busy_seconds(cpus) - busy_before : 0;
  into.kernel = kernel_counts() - kernel_before;
  if (plan.server) {
    into.server = ServerUse{server_after.cpu_seconds - server_before.cpu_seconds,
                            server_before.rss_bytes,
                            server_after.rss_bytes,
                            server_after.rss_peak_bytes,
                            server_after.thread_seconds.size(),
                            busiest_thread(server_before, server_after, server_elapsed)};
  }
  const auto queue = accept_queue(step.engine.endpoint);
  if (queue) into.accept_queue = queue->limit;
  into.partial = stop.stop_requested();
  if (!tally) {
    into.failure = tally.error().what;
    // The kernel counts no overflows of Unix sockets. What waited there waits on when its client is gone.
    if (queue && step.engine.endpoint.address.ss_family == AF_UNIX && queue->waiting >= queue->limit) {
      into.failure += fmt::format(" (its accept queue is full: {} wait)", queue->waiting);
    }
    return out;
  }
  into.lanes = lanes_of(plan, step, *tally);
  take_tally(*tally, step, into);
  if (watches_processors && elapsed > 0) {
    const double own = into.server->cpu_seconds + into.client_cpu_seconds;
    into.foreign_cpu = std::clamp((busy - own) / (elapsed * static_cast<double>(cpus.size())), 0.0, 1.0);
  }
  into.requests = requests_of(*tally, workload);
  into.errors = errors_of(*tally);
  into.wrong_kinds = wrong_kinds_of(*tally);
  for (WrongAnswer& wrong : tally->wrong) out.wrong.push_back(wrong_of(wrong, plan, workload));
  out.audited_sent = std::move(tally->audited_sent);
  out.audited_acknowledged = std::move(tally->audited_acknowledged);
  return out;
}

}  // namespace httparity
