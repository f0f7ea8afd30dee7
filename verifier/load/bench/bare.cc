#include "load/bench/bare.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load/null_workload.h"

namespace httparity {

std::vector<int> connect_bare(const BenchTask& task) {
  const LoadAddress to = loopback_address(task.tcp_port);
  std::vector<int> out;
  for (std::size_t i = 0; i < task.connections; ++i) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&to.address), to.length) != 0) return {};
    out.push_back(fd);
  }
  return out;
}

Sample BareClock::sample() const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  Sample out;
  out.answers = answers_;
  out.rate = static_cast<double>(answers_) / elapsed;
  out.busy = 1 - std::chrono::duration<double>(idle_).count() / elapsed;
  return out;
}

}  // namespace httparity
