#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "load/null_server.h"

namespace httparity {

/// Forks a process that runs `work` on `cpus` alone (without any: anywhere) and ends with what it returns, or when its
/// parent ends. -1 where the system gives none.
pid_t fork_pinned(const std::vector<int>& cpus, const std::function<int()>& work);

/// Calls the argument with the port once it listens, then serves until the process is killed.
using ServeLoopback = std::function<Result<void>(const std::function<void(std::uint16_t tcp_port)>& announce)>;

/// The null server.
ServeLoopback null_server(NullServerPlan plan);

/// A server in a process of its own, for as long as the object lives. For tests and benchmarks.
class ServerProcess {
 public:
  /// `cpu`: the processor that it runs on; -1: any. Returns when it listens or has failed.
  explicit ServerProcess(const ServeLoopback& serve, int cpu = -1);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// 0 where it doesn't listen; the reason is on the standard error stream.
  std::uint16_t tcp_port() const { return tcp_port_; }

 private:
  pid_t pid_ = -1;
  std::uint16_t tcp_port_ = 0;
};

}  // namespace httparity
