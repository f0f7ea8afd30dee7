#include "load/null_server.h"

#include <arpa/inet.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

namespace httparity {
namespace {

constexpr unsigned kEntries = 8192;
constexpr unsigned kBuffers = 4096;
constexpr unsigned kBufferBytes = 2048;
constexpr int kGroup = 0;

volatile std::sig_atomic_t stopping = 0;

void stop_by_signal(int) {
  stopping = 1;
}

struct Client {
  int fd = -1;
  bool sending = false;
  std::size_t owed = 0;     // answers not yet handed to a send
  std::size_t matched = 0;  // of "\r\n\r\n", over reads
  std::string batch;        // what is being sent
  std::size_t sent = 0;
};

class NullServer {
 public:
  explicit NullServer(const NullServerPlan& plan)
      : plan_(plan),
        responses_{plan.response, plan.response},
        random_(plan.flip_seed),
        clients_(plan.connections + 64) {}
  ~NullServer() {
    if (ready_) io_uring_queue_exit(&ring_);
    if (listener_ >= 0) ::close(listener_);
    if (buffer_ring_ != nullptr) ::munmap(buffer_ring_, kBuffers * sizeof(io_uring_buf));
  }
  NullServer(const NullServer&) = delete;
  NullServer& operator=(const NullServer&) = delete;

  Result<std::uint16_t> listen();
  void serve(const std::stop_token& stop);

 private:
  io_uring_sqe* entry();
  void give_back(unsigned buffer);
  void arm_accept();
  void arm_receive(std::size_t client);
  void answer(std::size_t client);
  void on_received(std::size_t client, std::string_view bytes);
  void drop(std::size_t client);
  void keep_date();

  enum Kind : std::uint64_t { kAccept, kReceive, kSend, kClosed };
  static std::uint64_t tag(Kind kind, std::size_t client) { return (static_cast<std::uint64_t>(client) << 2) | kind; }

  const NullServerPlan& plan_;
  const std::string& response() const { return responses_[current_]; }

  // Two, since sends of the last second may still read the one before.
  std::array<std::string, 2> responses_;
  std::size_t current_ = 0;
  std::mt19937_64 random_;
  std::uint64_t answered_ = 0;
  std::vector<Client> clients_;
  io_uring ring_{};
  bool ready_ = false;
  int listener_ = -1;
  io_uring_buf_ring* buffer_ring_ = nullptr;
  std::vector<char> buffers_;
  std::time_t date_ = 0;
};

io_uring_sqe* NullServer::entry() {
  io_uring_sqe* out = io_uring_get_sqe(&ring_);
  while (out == nullptr) {
    io_uring_submit(&ring_);
    out = io_uring_get_sqe(&ring_);
  }
  return out;
}

void NullServer::give_back(unsigned buffer) {
  io_uring_buf_ring_add(buffer_ring_, buffers_.data() + std::size_t{buffer} * kBufferBytes, kBufferBytes,
                        static_cast<unsigned short>(buffer), io_uring_buf_ring_mask(kBuffers), 0);
  io_uring_buf_ring_advance(buffer_ring_, 1);
}

Result<std::uint16_t> NullServer::listen() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
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
  params.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_CQSIZE;
  params.cq_entries = 4 * kEntries;
  if (const int error = io_uring_queue_init_params(kEntries, &ring_, &params); error != 0) {
    return Error{fmt::format("io_uring: {}: the null server needs Linux 6.1 and io_uring allowed", strerror(-error))};
  }
  ready_ = true;
  void* memory =
      ::mmap(nullptr, kBuffers * sizeof(io_uring_buf), PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
  if (memory == MAP_FAILED) return Error{fmt::format("mmap: {}", strerror(errno))};
  buffer_ring_ = static_cast<io_uring_buf_ring*>(memory);
  io_uring_buf_reg registration{};
  registration.ring_addr = reinterpret_cast<std::uint64_t>(memory);
  registration.ring_entries = kBuffers;
  registration.bgid = kGroup;
  if (const int error = io_uring_register_buf_ring(&ring_, &registration, 0); error != 0) {
    return Error{fmt::format("io_uring buffer ring: {}", strerror(-error))};
  }
  buffers_.resize(std::size_t{kBuffers} * kBufferBytes);
  for (unsigned i = 0; i < kBuffers; ++i) give_back(i);
  return ntohs(address.sin_port);
}

void NullServer::arm_accept() {
  io_uring_sqe* sqe = entry();
  io_uring_prep_multishot_accept(sqe, listener_, nullptr, nullptr, SOCK_CLOEXEC);
  io_uring_sqe_set_data64(sqe, tag(kAccept, 0));
}

void NullServer::arm_receive(std::size_t client) {
  io_uring_sqe* sqe = entry();
  io_uring_prep_recv_multishot(sqe, clients_[client].fd, nullptr, 0, 0);
  sqe->flags |= IOSQE_BUFFER_SELECT;
  sqe->buf_group = kGroup;
  io_uring_sqe_set_data64(sqe, tag(kReceive, client));
}

void NullServer::on_received(std::size_t client, std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  Client& peer = clients_[client];
  if (peer.matched == 0 && bytes.ends_with(kEnd) && bytes.find(kEnd) == bytes.size() - kEnd.size()) {
    ++peer.owed;
  } else {
    for (const char c : bytes) {
      peer.matched = c == kEnd[peer.matched] ? peer.matched + 1 : (c == '\r' ? 1 : 0);
      if (peer.matched == kEnd.size()) {
        ++peer.owed;
        peer.matched = 0;
      }
    }
  }
  if (!peer.sending && peer.owed > 0) answer(client);
}

void NullServer::answer(std::size_t client) {
  Client& peer = clients_[client];
  const char* data = response().data();
  std::size_t size = response().size();
  const std::uint64_t after = answered_ + peer.owed;
  const bool flip = plan_.flip_every > 0 && after / plan_.flip_every != answered_ / plan_.flip_every;
  if (peer.owed > 1 || flip) {
    peer.batch.clear();
    for (std::size_t i = 0; i < peer.owed; ++i) peer.batch += response();
    if (flip) {
      std::size_t at = random_() % peer.batch.size();
      const std::size_t in_answer = at % response().size();
      if (plan_.date_at != 0 && in_answer >= plan_.date_at && in_answer < plan_.date_at + 29)
        at += 29;  // never inside the Date
      peer.batch[at % peer.batch.size()] =
          static_cast<char>(peer.batch[at % peer.batch.size()] ^ (1 << (random_() % 8)));
    }
    data = peer.batch.data();
    size = peer.batch.size();
  }
  answered_ = after;
  peer.owed = 0;
  peer.sending = true;
  io_uring_sqe* sqe = entry();
  io_uring_prep_send(sqe, peer.fd, data, size, MSG_WAITALL | MSG_NOSIGNAL);
  io_uring_sqe_set_data64(sqe, tag(kSend, client));
}

void NullServer::drop(std::size_t client) {
  Client& peer = clients_[client];
  if (peer.fd >= 0) ::close(peer.fd);
  peer = Client{};
}

void NullServer::keep_date() {
  const std::time_t now = std::time(nullptr);
  if (plan_.date_at == 0 || now == date_) return;
  date_ = now;
  const std::string text = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
  current_ = 1 - current_;
  responses_[current_].replace(plan_.date_at, text.size(), text);
}

void NullServer::serve(const std::stop_token& stop) {
  arm_accept();
  while (stopping == 0 && !stop.stop_requested()) {
    __kernel_timespec patience{0, 100'000'000};
    io_uring_cqe* first = nullptr;
    io_uring_submit_and_wait_timeout(&ring_, &first, 1, &patience, nullptr);
    keep_date();
    unsigned head = 0;
    unsigned seen = 0;
    io_uring_cqe* cqe = nullptr;
    io_uring_for_each_cqe(&ring_, head, cqe) {
      ++seen;
      const auto client = static_cast<std::size_t>(cqe->user_data >> 2);
      switch (static_cast<Kind>(cqe->user_data & 3)) {
        case kAccept: {
          if (cqe->res >= 0 && static_cast<std::size_t>(cqe->res) < clients_.size()) {
            const auto index = static_cast<std::size_t>(cqe->res);
            const int on = 1;
            ::setsockopt(cqe->res, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            clients_[index] = Client{};
            clients_[index].fd = cqe->res;
            arm_receive(index);
          } else if (cqe->res >= 0) {
            ::close(cqe->res);
          }
          if ((cqe->flags & IORING_CQE_F_MORE) == 0) arm_accept();
          break;
        }
        case kReceive: {
          if (cqe->res <= 0 && cqe->res != -ENOBUFS) {
            drop(client);
            break;
          }
          if (cqe->res > 0) {
            const unsigned buffer = cqe->flags >> IORING_CQE_BUFFER_SHIFT;
            const char* bytes = buffers_.data() + std::size_t{buffer} * kBufferBytes;
            if (clients_[client].fd >= 0) on_received(client, {bytes, static_cast<std::size_t>(cqe->res)});
            give_back(buffer);
          }
          if ((cqe->flags & IORING_CQE_F_MORE) == 0 && clients_[client].fd >= 0) arm_receive(client);
          break;
        }
        case kSend: {
          clients_[client].sending = false;
          if (cqe->res < 0) break;
          if (clients_[client].fd >= 0 && clients_[client].owed > 0) answer(client);
          break;
        }
        case kClosed:
          break;
      }
    }
    io_uring_cq_advance(&ring_, seen);
  }
}

}  // namespace

std::string null_response(std::size_t body_bytes, std::size_t* date_at) {
  std::string out = "HTTP/1.1 200 OK\r\nServer: null\r\nDate: ";
  *date_at = out.size();
  out += "Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: application/octet-stream\r\n";
  out += fmt::format("Content-Length: {}\r\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\n", body_bytes);
  out += "Connection: keep-alive\r\nETag: \"6553f100-400\"\r\nAccept-Ranges: bytes\r\n\r\n";
  std::mt19937 random(7);
  for (std::size_t i = 0; i < body_bytes; ++i) out += static_cast<char>(random() & 0xff);
  return out;
}

Result<void> serve_null(const NullServerPlan& plan, const std::function<void(std::uint16_t)>& announce,
                        const std::stop_token& stop) {
  NullServer server(plan);
  auto tcp_port = server.listen();
  if (!tcp_port) return tcp_port.error();
  announce(*tcp_port);
  server.serve(stop);
  return {};
}

Result<void> serve_null(const NullServerPlan& plan, void (*announce)(std::uint16_t)) {
  stopping = 0;
  struct sigaction action {};
  action.sa_handler = stop_by_signal;
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGINT, &action, nullptr);
  return serve_null(plan, std::function<void(std::uint16_t)>(announce), {});
}

}  // namespace httparity
