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
#include <vector>

#include "load/pinned.h"

namespace httparity {

ServerProcess::ServerProcess(const ServeLoopback& serve, int cpu) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) {
    fmt::print(stderr, "pipe: {}\n", strerror(errno));
    return;
  }
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // who starts it may abort
    ::close(pipe[0]);
    const PinnedHere pinned(cpu < 0 ? std::vector<int>{} : std::vector<int>{cpu});
    const auto served = serve([&](std::uint16_t tcp_port) { (void)!::write(pipe[1], &tcp_port, sizeof tcp_port); });
    if (!served) fmt::print(stderr, "{}\n", served.error().what);
    ::_exit(served ? 0 : 3);
  }
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
