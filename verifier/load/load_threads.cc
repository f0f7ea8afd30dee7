#include "load/load_threads.h"

#include <liburing.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace httparity {
namespace {

void pin_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

std::chrono::nanoseconds thread_cpu() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// The part of `total` that falls to `thread` of `threads`.
std::size_t share(std::size_t total, std::size_t thread, std::size_t threads) {
  return total / threads + (thread < total % threads ? 1 : 0);
}

std::size_t largest_of(const RequestTemplate& one) {
  std::size_t out = one.expectation.image.bytes.size();
  for (const Expectation& other : one.alternatives) out = std::max(out, other.image.bytes.size());
  return out;
}

std::size_t largest_answer(const std::vector<RequestSet>& sets) {
  std::size_t out = 0;
  for (const RequestSet& set : sets) {
    for (const RequestTemplate& one : set.templates) out = std::max(out, largest_of(one));
  }
  return out;
}

// The request set of each connection of `thread`, lane after lane; the connections of a lane take its sets in turn.
std::vector<std::size_t> sets_of_thread(const std::vector<LoadLane>& lanes, const std::vector<RequestSet>& sets,
                                        std::size_t thread, std::size_t threads) {
  std::vector<std::size_t> out;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    std::vector<std::size_t> its;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      if (sets[set].lane == lane) its.push_back(set);
    }
    const std::size_t count = its.empty() ? 0 : share(lanes[lane].connections, thread, threads);
    for (std::size_t i = 0; i < count; ++i) out.push_back(its[(i * threads + thread) % its.size()]);
  }
  return out;
}

}  // namespace

const char* engine_name(EngineKind kind) {
  return kind == EngineKind::kUring ? "io_uring" : "epoll";
}

std::vector<EngineKind> available_engines() {
  std::vector<EngineKind> out{EngineKind::kEpoll};
  if (uring_is_available()) out.push_back(EngineKind::kUring);
  return out;
}

bool uring_is_available() {
  io_uring ring{};
  io_uring_params params{};
  params.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG;
  if (io_uring_queue_init_params(8, &ring, &params) != 0) return false;
  io_uring_queue_exit(&ring);
  return true;
}

Result<Tally> run_load_step(const LoadStep& step, const std::vector<RequestSet>& sets, const std::stop_token& stop) {
  std::vector<LoadLane> lanes{{step.engine.connections, step.rate_per_second}};
  lanes.insert(lanes.end(), step.lanes.begin(), step.lanes.end());
  const std::size_t threads = std::clamp<std::size_t>(step.cpus.size(), 1, step.engine.connections);
  std::atomic<bool> all_connected = true;
  Clock::time_point begin{};
  std::barrier gate(static_cast<std::ptrdiff_t>(threads), [&]() noexcept { begin = Clock::now(); });
  std::barrier closing(static_cast<std::ptrdiff_t>(threads), [&]() noexcept {
    if (step.engine.before_close) step.engine.before_close();
  });
  SeenValues seen;
  std::vector<std::optional<Result<Tally>>> results(threads);
  const auto work = [&](std::size_t thread) {
    ::pthread_setname_np(::pthread_self(), ("load " + std::to_string(thread)).c_str());
    if (thread < step.cpus.size()) pin_to(step.cpus[thread]);
    EnginePlan plan = step.engine;
    plan.set_of = sets_of_thread(lanes, sets, thread, threads);
    plan.connections = plan.set_of.size();
    plan.answer_bytes = largest_answer(sets);
    plan.before_close = [&] { closing.arrive_and_wait(); };
    TrafficPlan traffic_plan;
    traffic_plan.thread = static_cast<std::uint32_t>(thread);
    traffic_plan.unique = step.unique;
    traffic_plan.depth = step.depth;
    traffic_plan.check = step.check;
    traffic_plan.limits = step.limits;
    traffic_plan.seen = &seen;
    Traffic traffic(sets, traffic_plan);
    if (step.requests > 0) traffic.limit_requests(share(step.requests, thread, threads));
    const Ready ready = [&](bool connected) {
      if (!connected) all_connected = false;
      gate.arrive_and_wait();
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        // Threads without a connection of the lane have no part of its rate.
        const std::size_t sharing = std::min(threads, lanes[lane].connections);
        if (lanes[lane].rate_per_second == 0 || thread >= sharing) continue;
        const double count = static_cast<double>(sharing);
        traffic.follow(lane, Arrivals(step.process, lanes[lane].rate_per_second / count, begin,
                                      static_cast<double>(thread) / count, step.seed + lane * threads + thread));
      }
      return all_connected ? std::optional(begin) : std::nullopt;
    };
    const Result<void> ran =
        step.kind == EngineKind::kUring ? run_uring(plan, traffic, ready, stop) : run_epoll(plan, traffic, ready, stop);
    if (ran) {
      Tally tally = traffic.finish();
      tally.cpu = thread_cpu();
      results[thread].emplace(std::move(tally));
    } else {
      closing.arrive_and_drop();
      results[thread].emplace(ran.error());
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t thread = 0; thread < threads; ++thread) others.emplace_back(work, thread);
  }
  Tally total;
  for (auto& result : results) {
    if (!*result) return result->error();
    total.merge(std::move(**result));
  }
  return total;
}

}  // namespace httparity
