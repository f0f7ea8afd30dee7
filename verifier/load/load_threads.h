#pragma once

#include <stop_token>
#include <vector>

#include "base/result.h"
#include "load/engine.h"

namespace httparity {

enum class EngineKind { kEpoll, kUring };

/// "epoll", "io_uring".
const char* engine_name(EngineKind kind);

/// Connections beside the step's own with a schedule of their own.
struct LoadLane {
  std::size_t connections = 1;
  double rate_per_second = 0;
};

/// One step of load: what every thread does. Connections, requests and rate are totals over all threads.
struct LoadStep {
  EnginePlan engine;
  EngineKind kind = EngineKind::kEpoll;
  std::size_t depth = 1;
  std::vector<int> cpus;        ///< a thread for each, pinned to it; empty: one thread, not pinned
  std::uint64_t requests = 0;   ///< of the timed part; 0: as many as its duration lets
  double rate_per_second = 0;   ///< open loop; 0: closed loop
  std::vector<LoadLane> lanes;  ///< lane i + 1 of the request sets; lane 0 has what is above
  Arrivals::Process process = Arrivals::Process::kConstant;
  std::uint64_t seed = 1;  ///< of the arrivals
  UniqueSpace unique;
  bool check = true;  ///< false only in benchmarks
  Limits limits;
};

/// Runs the step against `sets`, which must outlive it, and merges what the threads counted. No thread begins before
/// the connections of all of them stand; where some don't, there is no load and an Error says which.
Result<Tally> run_load_step(const LoadStep& step, const std::vector<RequestSet>& sets, const std::stop_token& stop);

/// io_uring can be used here: the kernel has what the engine needs and lets it.
bool uring_is_available();

/// epoll, and io_uring where it can be used.
std::vector<EngineKind> available_engines();

}  // namespace httparity
