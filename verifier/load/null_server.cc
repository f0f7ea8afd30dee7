#include "load/null_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "load/null_answers.h"
#include "load/uring_buffers.h"

namespace httparity {
namespace {

constexpr unsigned kEntries = 8192;
constexpr unsigned kBuffers = 4096;
constexpr std::size_t kBufferBytes = 2048;

struct Client {
  int fd = -1;
  bool sending = false;
  std::size_t owed = 0;     // answers not yet handed to a send
  std::size_t matched = 0;  // of "\r\n\r\n", over reads
  std::string batch;
  NullOutgoing out;
};

class NullServer {
 public:
  explicit NullServer(const NullServerPlan& plan) : plan_(plan), answers_(plan), clients_(plan.connections + 64) {}
  ~NullServer() {
    if (ready_) io_uring_queue_exit(&ring_);
    if (listener_ >= 0) ::close(listener_);
  }
  NullServer(const NullServer&) = delete;
  NullServer& operator=(const NullServer&) = delete;

  Result<std::uint16_t> listen();
  void serve(const std::stop_token& stop);

 private:
  void arm_accept();
  void arm_receive(std::size_t client);
  void answer(std::size_t client);
  void send_file(std::size_t client);
  void on_completion(const io_uring_cqe& cqe);
  void on_accepted(const io_uring_cqe& cqe);
  void on_received(std::size_t client, const io_uring_cqe& cqe);
  void count_requests(Client& peer, std::string_view bytes);
  void drop(std::size_t client);
  unsigned reap();

  enum Kind : std::uint64_t { kAccept, kReceive, kSend, kWritable };
  static std::uint64_t tag(Kind kind, std::size_t client) { return (static_cast<std::uint64_t>(client) << 2) | kind; }

  const NullServerPlan& plan_;
  NullAnswers answers_;
  std::vector<Client> clients_;
  io_uring ring_{};
  bool ready_ = false;
  int listener_ = -1;
  UringBuffers buffers_;
};

Result<std::uint16_t> NullServer::listen() {
  if (auto made = answers_.set_up(); !made) return made.error();
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  // The simplest one; one that paces may set a timer for an answer. Where it can't be had, the kernel's will do.
  ::setsockopt(listener_, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(plan_.tcp_port);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 8192) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return Error{fmt::format("port {}: {}", plan_.tcp_port, strerror(errno))};
  }
  io_uring_params params{};
  params.flags =
      IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_CQSIZE;
  params.cq_entries = 4 * kEntries;
  if (const int error = io_uring_queue_init_params(kEntries, &ring_, &params); error != 0) {
    return Error{fmt::format("io_uring: {}: the null server needs Linux 6.1 and io_uring allowed", strerror(-error))};
  }
  ready_ = true;
  if (auto made = buffers_.set_up(ring_, kBuffers, kBufferBytes); !made) return made.error();
  return ntohs(address.sin_port);
}

void NullServer::arm_accept() {
  io_uring_sqe* sqe = uring_entry(ring_);
  io_uring_prep_multishot_accept(sqe, listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  io_uring_sqe_set_data64(sqe, tag(kAccept, 0));
}

void NullServer::arm_receive(std::size_t client) {
  io_uring_sqe* sqe = uring_entry(ring_);
  UringBuffers::receive(sqe, clients_[client].fd);
  io_uring_sqe_set_data64(sqe, tag(kReceive, client));
}

void NullServer::count_requests(Client& peer, std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  if (peer.matched == 0 && bytes.ends_with(kEnd) && bytes.find(kEnd) == bytes.size() - kEnd.size()) {
    ++peer.owed;
    return;
  }
  for (const char c : bytes) {
    peer.matched = c == kEnd[peer.matched] ? peer.matched + 1 : (c == '\r' ? 1 : 0);
    if (peer.matched == kEnd.size()) {
      ++peer.owed;
      peer.matched = 0;
    }
  }
}

void NullServer::answer(std::size_t client) {
  Client& peer = clients_[client];
  peer.out = answers_.take(peer.owed, peer.batch);
  peer.owed = 0;
  peer.sending = true;
  if (answers_.in_files()) {
    send_file(client);
    return;
  }
  io_uring_sqe* sqe = uring_entry(ring_);
  io_uring_prep_send(sqe, peer.fd, peer.out.data, peer.out.left, MSG_WAITALL | MSG_NOSIGNAL);
  io_uring_sqe_set_data64(sqe, tag(kSend, client));
}

// A ring would hand a splice to a thread of its own, so that this one isn't asked of it.
void NullServer::send_file(std::size_t client) {
  Client& peer = clients_[client];
  NullOutgoing& out = peer.out;
  while (out.left > 0) {
    auto at = static_cast<off_t>(out.at);
    const ssize_t put = out.file >= 0 ? ::sendfile(peer.fd, out.file, &at, out.left)
                                      : ::send(peer.fd, out.data + out.at, out.left, MSG_NOSIGNAL);
    if (put < 0) {
      if (errno != EAGAIN) return;  // the receive that is armed hears of it
      io_uring_sqe* sqe = uring_entry(ring_);
      io_uring_prep_poll_add(sqe, peer.fd, POLLOUT);
      io_uring_sqe_set_data64(sqe, tag(kWritable, client));
      return;
    }
    out.at += static_cast<std::size_t>(put);
    out.left -= static_cast<std::size_t>(put);
  }
  peer.sending = false;
}

void NullServer::drop(std::size_t client) {
  Client& peer = clients_[client];
  if (peer.fd >= 0) ::close(peer.fd);
  peer = Client{};
}

void NullServer::on_accepted(const io_uring_cqe& cqe) {
  if (cqe.res >= 0 && static_cast<std::size_t>(cqe.res) < clients_.size()) {
    const auto index = static_cast<std::size_t>(cqe.res);
    const int on = 1;
    ::setsockopt(cqe.res, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    clients_[index] = Client{};
    clients_[index].fd = cqe.res;
    arm_receive(index);
  } else if (cqe.res >= 0) {
    ::close(cqe.res);
  }
  if ((cqe.flags & IORING_CQE_F_MORE) == 0) arm_accept();
}

void NullServer::on_received(std::size_t client, const io_uring_cqe& cqe) {
  Client& peer = clients_[client];
  const bool ended = cqe.res <= 0 && cqe.res != -ENOBUFS && cqe.res != -EAGAIN;
  if (cqe.res > 0) count_requests(peer, buffers_.received(cqe));
  buffers_.give_back(cqe);
  if (peer.fd < 0) return;
  if (ended) {
    drop(client);
    return;
  }
  if (!peer.sending && peer.owed > 0) answer(client);
  if ((cqe.flags & IORING_CQE_F_MORE) == 0) arm_receive(client);
}

void NullServer::on_completion(const io_uring_cqe& cqe) {
  const auto client = static_cast<std::size_t>(cqe.user_data >> 2);
  switch (static_cast<Kind>(cqe.user_data & 3)) {
    case kAccept:
      on_accepted(cqe);
      break;
    case kReceive:
      on_received(client, cqe);
      break;
    case kSend:
      clients_[client].sending = false;
      if (cqe.res >= 0 && clients_[client].fd >= 0 && clients_[client].owed > 0) answer(client);
      break;
    case kWritable:
      if (clients_[client].fd < 0 || !clients_[client].sending) break;
      send_file(client);
      if (!clients_[client].sending && clients_[client].owed > 0) answer(client);
      break;
  }
}

unsigned NullServer::reap() {
  return reap_completions(ring_, [this](const io_uring_cqe& cqe) { on_completion(cqe); });
}

void NullServer::serve(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  arm_accept();
  auto busy_at = Clock::now();
  while (!stop.stop_requested()) {
    if (Clock::now() - busy_at < plan_.spin) {
      if (io_uring_sq_ready(&ring_) > 0 || (IO_URING_READ_ONCE(*ring_.sq.kflags) & IORING_SQ_TASKRUN) != 0) {
        io_uring_submit_and_get_events(&ring_);
      }
    } else {
      __kernel_timespec patience{0, 100'000'000};
      io_uring_cqe* first = nullptr;
      io_uring_submit_and_wait_timeout(&ring_, &first, 1, &patience, nullptr);
    }
    answers_.keep_date(std::time(nullptr));
    if (reap() > 0) busy_at = Clock::now();
  }
}

}  // namespace

Result<void> serve_null(const NullServerPlan& plan, const std::function<void(std::uint16_t)>& announce,
                        const std::stop_token& stop) {
  NullServer server(plan);
  auto tcp_port = server.listen();
  if (!tcp_port) return tcp_port.error();
  announce(*tcp_port);
  server.serve(stop);
  return {};
}

}  // namespace httparity
