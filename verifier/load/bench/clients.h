#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "load/bench/client_process.h"
#include "load/load_threads.h"

namespace httparity {

/// A null server on the server's processor looks for so long before it sleeps, so that nobody pays for waking it.
inline constexpr std::chrono::microseconds kServerSpin{200};

/// What a client is asked to do.
struct BenchTask {
  std::uint16_t tcp_port = 0;
  std::size_t connections = 64;
  std::chrono::milliseconds duration{300};
  bool tls = false;
  double rate_per_second = 0;     ///< open loop, the engine alone; 0: closed loop
  std::size_t receive_bytes = 0;  ///< the engine's receive buffer; 0: its own choice
};

/// One run of the load engine, in this process.
Result<Tally> run_step(const BenchTask& task, const std::vector<RequestSet>& sets, EngineKind kind, bool check = true,
                       std::uint64_t requests = 0);

/// The load engine in a process of its own. `check` false: it takes the answers unlooked at. A run with a wrong answer
/// fails.
Sample run_engine(const BenchTask& task, const std::vector<RequestSet>& sets, EngineKind kind, bool check = true);

/// wrk with one thread, ended by SIGINT after the duration (which it takes in whole seconds only).
Sample run_wrk(const BenchTask& task);

/// Bare clients that check, time and count nothing but the bytes they need to know when to go on.
Sample run_bare_epoll(const BenchTask& task, std::size_t answer_bytes);
Sample run_bare_uring(const BenchTask& task, std::size_t answer_bytes);

}  // namespace httparity
