// A server for the tests of this layer: load_test_origin PORT [LOOPS BLOCKS]. It answers each request with 200, after
// it has gone round a loop of two instructions LOOPS times and asked for BLOCKS blocks of 64 bytes.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void work(std::uint64_t loops, int blocks) {
#if defined(__x86_64__)
  if (loops > 0) asm volatile("1: dec %0\n jnz 1b" : "+r"(loops) : : "cc");
#elif defined(__aarch64__)
  if (loops > 0) asm volatile("1: subs %0, %0, #1\n b.ne 1b" : "+r"(loops) : : "cc");
#endif
  for (int i = 0; i < blocks; ++i) {
    void* volatile block = std::malloc(64);
    std::free(block);
  }
}

constexpr std::size_t kMaxConnections = 64;
constexpr char kAnswer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

}  // namespace

int main(int argc, char** argv) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 0));
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return 1;
  if (::listen(listener, 64) != 0) return 1;
  const std::uint64_t loops = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const int blocks = argc > 3 ? std::atoi(argv[3]) : 0;
  std::vector<pollfd> open = {{listener, POLLIN, 0}};
  while (::poll(open.data(), open.size(), -1) > 0) {
    for (std::size_t i = open.size(); i-- > 1;) {
      if (open[i].revents == 0) continue;
      char request[4096];  // one request, as its sender writes it whole
      if (::recv(open[i].fd, request, sizeof request, 0) > 0) {
        work(loops, blocks);
        if (::send(open[i].fd, kAnswer, sizeof kAnswer - 1, MSG_NOSIGNAL) > 0) continue;
      }
      ::close(open[i].fd);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (open[0].revents != 0 && open.size() < kMaxConnections) {
      if (const int peer = ::accept(listener, nullptr, nullptr); peer >= 0) open.push_back({peer, POLLIN, 0});
    }
  }
  return 0;
}
