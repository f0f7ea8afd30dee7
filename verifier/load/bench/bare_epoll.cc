#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <vector>

#include "load/bench/bare.h"
#include "load/bench/clients.h"

namespace httparity {

Sample run_bare_epoll(const BenchTask& task, std::size_t answer_bytes) {
  return in_process([&] {
    const int epoll = ::epoll_create1(0);
    std::vector<std::size_t> got(65536);
    std::vector<char> buffer(256 * 1024);
    const std::vector<int> sockets = connect_bare(task);
    if (sockets.empty()) return Sample{};
    for (const int fd : sockets) {
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.fd = fd;
      ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
      (void)!::send(fd, kBareRequest.data(), kBareRequest.size(), MSG_NOSIGNAL);
    }
    BareClock clock(task.duration);
    std::array<epoll_event, 512> events{};
    while (!clock.over()) {
      const int ready = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), 0);
      clock.seen(ready > 0);
      for (int i = 0; i < ready; ++i) {
        const int fd = events[static_cast<std::size_t>(i)].data.fd;
        const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), 0);
        if (size <= 0) return Sample{};
        std::size_t& sum = got[static_cast<std::size_t>(fd)];
        sum += static_cast<std::size_t>(size);
        if (sum < answer_bytes) continue;
        sum = 0;
        clock.count();
        (void)!::send(fd, kBareRequest.data(), kBareRequest.size(), MSG_NOSIGNAL);
      }
    }
    return clock.sample();
  });
}

}  // namespace httparity
