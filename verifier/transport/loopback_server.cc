#include "transport/loopback_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <system_error>
#include <thread>
#include <utility>

#include "transport/served_socket.h"
#include "transport/tls_server.h"

namespace httparity {
namespace {

constexpr int kBacklog = 128;
constexpr int kPauseMs = 10;  // when no connection can be taken: too many, or no descriptor

Error last_error(std::string_view what) {
  return {fmt::format("loopback server: {}: {}", what, std::generic_category().message(errno))};
}

template <typename Address>
Result<Descriptor> listen_on(int family, const Address& address) {
  Descriptor socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) return last_error("socket");
  const int yes = 1;
  if (family != AF_UNIX) ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    return last_error("bind");
  if (::listen(socket.get(), kBacklog) != 0) return last_error("listen");
  return socket;
}

Result<Descriptor> open_listener(const LoopbackServerOptions& options) {
  if (!options.unix_path.empty()) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (options.unix_path.size() >= sizeof(address.sun_path)) return Error{"loopback server: the path is too long"};
    std::memcpy(address.sun_path, options.unix_path.data(), options.unix_path.size());
    return listen_on(AF_UNIX, address);
  }
  if (options.ipv6) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_addr = in6addr_loopback;
    address.sin6_port = htons(options.port);
    return listen_on(AF_INET6, address);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(options.port);
  return listen_on(AF_INET, address);
}

Endpoint endpoint_of(const LoopbackServerOptions& options, int listener) {
  if (!options.unix_path.empty()) return {Endpoint::Kind::kUnix, "", 0, options.unix_path};
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  // The port stands at the same place in both families.
  const in_port_t port = reinterpret_cast<const sockaddr_in*>(&address)->sin_port;
  return {options.tls ? Endpoint::Kind::kTls : Endpoint::Kind::kTcp, options.ipv6 ? "::1" : "127.0.0.1", ntohs(port),
          ""};
}

/// Writing to a socket that the peer has left must be an error, not the end of the process.
void block_sigpipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace

struct LoopbackServer::State {
  struct Worker {
    std::atomic<bool> finished = false;
    std::jthread thread;
  };

  LoopbackServerOptions options;
  Handler handler;
  Endpoint endpoint;
  TlsContext tls;
  Descriptor listener;
  Descriptor stop;
  std::list<Worker> workers;  // of the accepting thread alone
  std::jthread accepting;

  bool stops(int wait_ms) const {
    pollfd wait{stop.get(), POLLIN, 0};
    return ::poll(&wait, 1, wait_ms) > 0;
  }

  void serve(Descriptor socket) {
    block_sigpipe();
    const int yes = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    ServedSocket served(std::move(socket), stop.get(), options.patience);
    if (tls && !served.accept_tls(tls.get())) return;
    handler(served);
  }

  void accept_all() {
    while (true) {
      std::array<pollfd, 2> waits{pollfd{listener.get(), POLLIN, 0}, pollfd{stop.get(), POLLIN, 0}};
      ::poll(waits.data(), waits.size(), -1);
      if (waits[1].revents != 0) break;
      workers.remove_if([](const Worker& worker) { return worker.finished.load(); });
      if (workers.size() >= options.connections) {
        if (stops(kPauseMs)) break;
        continue;
      }
      Descriptor socket(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (socket.get() < 0) {
        if (errno != EAGAIN && stops(kPauseMs)) break;
        continue;
      }
      Worker& worker = workers.emplace_back();
      worker.thread = std::jthread([this, &worker, taken = std::move(socket)]() mutable {
        serve(std::move(taken));
        worker.finished = true;
      });
    }
    workers.clear();  // joins them
  }
};

Result<LoopbackServer> LoopbackServer::start(LoopbackServerOptions options, Handler handler) {
  auto state = std::make_unique<State>();
  if (options.tls) {
    auto context = make_server_context(*options.tls);
    if (!context) return context.error();
    state->tls = std::move(*context);
  }
  auto listener = open_listener(options);
  if (!listener) return listener.error();
  state->listener = std::move(*listener);
  state->stop.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (state->stop.get() < 0) return last_error("eventfd");
  state->endpoint = endpoint_of(options, state->listener.get());
  state->options = std::move(options);
  state->handler = std::move(handler);
  state->accepting = std::jthread([raw = state.get()] { raw->accept_all(); });
  return LoopbackServer(std::move(state));
}

LoopbackServer::LoopbackServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
LoopbackServer::LoopbackServer(LoopbackServer&&) noexcept = default;
LoopbackServer& LoopbackServer::operator=(LoopbackServer&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

LoopbackServer::~LoopbackServer() {
  if (!state_) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(state_->stop.get(), &one, sizeof(one));
  state_->accepting.join();
  if (!state_->options.unix_path.empty()) ::unlink(state_->options.unix_path.c_str());
}

const Endpoint& LoopbackServer::endpoint() const {
  return state_->endpoint;
}

}  // namespace httparity
