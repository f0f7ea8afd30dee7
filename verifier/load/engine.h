#pragma once

#include <sys/socket.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/traffic.h"

struct ssl_ctx_st;

namespace httparity {

/// Where the load goes: one resolved address.
struct LoadAddress {
  sockaddr_storage address{};
  socklen_t length = 0;
  std::string host;           ///< for SNI and the certificate's name, with `tls`
  ssl_ctx_st* tls = nullptr;  ///< not owned; null: plain
};

/// What a thread does while nothing has arrived.
enum class WaitPolicy {
  kSpin,      ///< asks again at once: needs a core of its own, costs no wake-up
  kAdaptive,  ///< spins 50 us, then sleeps
  kBlock,     ///< sleeps; each answer then pays for the wake-up
};

struct EnginePlan {
  LoadAddress endpoint;
  std::vector<LoadAddress> sources;  ///< local addresses to bind in turn; empty: the kernel's choice
  std::size_t connections = 1;
  std::vector<std::size_t> set_of;  ///< connection i works through this request set; as many as connections
  WaitPolicy wait = WaitPolicy::kSpin;
  std::chrono::milliseconds connect_limit{10'000};
  std::chrono::milliseconds answer_limit{10'000};  ///< from the send to the last byte
  std::chrono::milliseconds drain_limit{5'000};
  std::chrono::nanoseconds warmup{0};
  std::chrono::nanoseconds duration{0};    ///< of the timed part; 0: until the requests are used up
  std::size_t receive_bytes = 256 * 1024;  ///< at most for one read
  std::size_t answer_bytes = 64 * 1024;    ///< of the largest answer that is expected
  std::function<void()> before_close;      ///< called when the drain is over and the connections still stand
  bool kernel_time = false;                ///< SO_TIMESTAMPNS: what the answer waited in our own socket
};

/// Waits until all threads have come to their connections' end, and says when the load begins; nullopt: not at all,
/// since some thread's connections don't all stand.
using Ready = std::function<std::optional<Clock::time_point>(bool all_connected)>;

/// Runs the load of one thread: connects all, calls `ready`, then warm-up, timed part, drain. An Error means that no
/// load was made.
Result<void> run_epoll(const EnginePlan& plan, Traffic& traffic, const Ready& ready, const std::stop_token& stop);
/// The same over io_uring (Linux 6.1; without TLS): several connections' work in one system call.
Result<void> run_uring(const EnginePlan& plan, Traffic& traffic, const Ready& ready, const std::stop_token& stop);

}  // namespace httparity
