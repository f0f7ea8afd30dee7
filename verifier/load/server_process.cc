#include "load/server_process.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "load/pinned.h"

namespace httparity {

pid_t fork_pinned(const std::vector<int>& cpus, const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // who forked it may abort
  const PinnedHere pinned(cpus);
  ::_exit(work());
}

ServeLoopback null_server(NullServerPlan plan) {
  return [plan = std::move(plan)](const std::function<void(std::uint16_t)>& announce) {
    return serve_null(plan, announce, {});
  };
}

ServerProcess::ServerProcess(const ServeLoopback& serve, int cpu) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) {
    fmt::print(stderr, "pipe: {}\n", strerror(errno));
    return;
  }
  pid_ = fork_pinned(cpu < 0 ? std::vector<int>{} : std::vector<int>{cpu}, [&] {
    ::close(pipe[0]);
    const auto served = serve([&](std::uint16_t tcp_port) { (void)!::write(pipe[1], &tcp_port, sizeof tcp_port); });
    if (!served) fmt::print(stderr, "{}\n", served.error().what);
    return served ? 0 : 3;
  });
  ::close(pipe[1]);
  if (::read(pipe[0], &tcp_port_, sizeof tcp_port_) != sizeof tcp_port_) tcp_port_ = 0;
  ::close(pipe[0]);
}

ServerProcess::~ServerProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

}  // namespace httparity
