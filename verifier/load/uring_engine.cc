#include <fmt/format.h>
#include <liburing.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "load/connect_all.h"
#include "load/load_clock.h"
#include "load/uring_buffers.h"

namespace httparity {
namespace {

constexpr unsigned kEntries = 4096;

struct UringPeer : LoadConnection {
  UringPeer(const EnginePlan& plan, Traffic& traffic) : line(plan, traffic) {}

  std::uint32_t life = 0;  // which socket a completion belongs to: one is opened after the other in this place
  bool sending = false;    // then nothing else is sent, or the kernel might turn two sends round
  std::size_t index = 0;
  Line line;
  std::string in_send;  // what a send reads that has not completed
};

struct ReceiveBuffers {
  unsigned count;
  std::size_t bytes;
};

// The kernel fills one buffer after the other all the way round, so that all of them together, beside the image that
// they are compared with, have to fit into the second-level cache; more of them than the completions of one turn (20)
// are of no use.
ReceiveBuffers buffers_for(const EnginePlan& plan) {
  constexpr std::size_t kMemory = std::size_t{1} << 20;
  constexpr std::size_t kLeast = std::size_t{4} << 10;
  constexpr std::size_t kMost = std::size_t{64} << 10;
  const std::size_t bytes = std::clamp(std::bit_ceil(plan.answer_bytes), kLeast, kMost);
  const auto count = static_cast<unsigned>(std::min<std::size_t>(kMemory / bytes, 64));
  return {count, std::min(bytes, plan.receive_bytes)};
}

class UringLoop {
 public:
  UringLoop(const EnginePlan& plan, Traffic& traffic) : plan_(plan), traffic_(traffic) {}
  ~UringLoop();
  UringLoop(const UringLoop&) = delete;
  UringLoop& operator=(const UringLoop&) = delete;

  Result<void> set_up();
  Result<void> connect(const std::stop_token& stop);
  void run(Clock::time_point begin, const std::stop_token& stop);

 private:
  enum Kind : std::uint64_t { kReceive, kSend, kConnect };
  static std::uint64_t tag(Kind kind, std::size_t peer, std::uint32_t life) {
    return (static_cast<std::uint64_t>(life) << 32) | (static_cast<std::uint64_t>(peer) << 2) | kind;
  }
  static std::size_t index_of(const io_uring_cqe& cqe) { return (cqe.user_data & 0xffffffffU) >> 2; }

  void arm_receive(std::size_t index);
  void send(std::size_t index);
  void reopen(std::size_t index);
  void close(std::size_t index);
  void on_completion(const io_uring_cqe& cqe);
  void on_received(std::size_t index, const io_uring_cqe& cqe);
  void on_connecting(std::size_t index);
  unsigned reap();

  const EnginePlan& plan_;
  Traffic& traffic_;
  io_uring ring_{};
  bool ready_ = false;
  UringBuffers buffers_;
  std::vector<std::unique_ptr<UringPeer>> peers_;
  std::size_t opened_ = 0;
  std::size_t up_ = 0;  // connections that stand
  Clock::time_point now_ = Clock::now();
};

UringLoop::~UringLoop() {
  if (ready_) io_uring_queue_exit(&ring_);
}

Result<void> UringLoop::set_up() {
  io_uring_params params{};
  params.flags =
      IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_CQSIZE;
  params.cq_entries = 4 * kEntries;
  if (const int error = io_uring_queue_init_params(kEntries, &ring_, &params); error != 0) {
    return Error{fmt::format("io_uring: {}: needs Linux 6.1 and io_uring allowed; --engine epoll works everywhere",
                             strerror(-error))};
  }
  ready_ = true;
  io_uring_register_ring_fd(&ring_);
  const ReceiveBuffers buffers = buffers_for(plan_);
  return buffers_.set_up(ring_, buffers.count, buffers.bytes);
}

void UringLoop::arm_receive(std::size_t index) {
  UringPeer& peer = *peers_[index];
  io_uring_sqe* sqe = uring_entry(ring_);
  UringBuffers::receive(sqe, peer.line.fd());
  io_uring_sqe_set_data64(sqe, tag(kReceive, index, peer.life));
}

// One send for all that is unsent; MSG_WAITALL keeps it whole. Only the common case, one request of template bytes,
// which never change, needs no word of its success.
void UringLoop::send(std::size_t index) {
  UringPeer& peer = *peers_[index];
  if (peer.unsent.empty() || peer.line.state() != Line::State::kUp || peer.sending) return;
  const bool own = peer.unsent.data() == peer.buffer.data();
  std::string_view bytes = peer.unsent;
  if (own) {
    peer.in_send.swap(peer.buffer);
    bytes = peer.in_send;
  }
  peer.sending = own || peer.outstanding.size() > 1;
  io_uring_sqe* sqe = uring_entry(ring_);
  io_uring_prep_send(sqe, peer.line.fd(), bytes.data(), bytes.size(), MSG_WAITALL | MSG_NOSIGNAL);
  if (!peer.sending) sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
  io_uring_sqe_set_data64(sqe, tag(kSend, index, peer.life));
  peer.unsent = {};
}

Result<void> UringLoop::connect(const std::stop_token& stop) {
  std::vector<Line*> lines;
  for (std::size_t i = 0; i < plan_.connections; ++i) {
    peers_.push_back(std::make_unique<UringPeer>(plan_, traffic_));
    peers_.back()->set = plan_.set_of[i];
    peers_.back()->index = i;
    lines.push_back(&peers_.back()->line);
  }
  if (auto connected = connect_all(plan_, lines, stop); !connected) return connected;
  for (std::size_t i = 0; i < peers_.size(); ++i) arm_receive(i);
  up_ = opened_ = plan_.connections;
  return {};
}

void UringLoop::close(std::size_t index) {
  UringPeer& peer = *peers_[index];
  if (peer.line.state() == Line::State::kUp) --up_;
  if (peer.line.fd() >= 0) {
    // What is queued names its descriptor by number: it must be under way before the number is another connection's.
    io_uring_submit(&ring_);
    ::shutdown(peer.line.fd(), SHUT_RDWR);  // a receive that is armed ends with it
  }
  peer.line.close();
  peer.sending = false;
  ++peer.life;
}

void UringLoop::reopen(std::size_t index) {
  close(index);
  UringPeer& peer = *peers_[index];
  if (!traffic_.needs(peer)) return;
  now_ = Clock::now();
  peer.line.open(opened_++, now_);
  if (peer.line.state() == Line::State::kUp) on_connecting(index);
  if (peer.line.state() != Line::State::kConnecting) return;
  io_uring_sqe* sqe = uring_entry(ring_);
  io_uring_prep_poll_add(sqe, peer.line.fd(), POLLOUT);
  io_uring_sqe_set_data64(sqe, tag(kConnect, index, peer.life));
}

// Its connect is decided.
void UringLoop::on_connecting(std::size_t index) {
  UringPeer& peer = *peers_[index];
  now_ = Clock::now();
  const Clock::time_point wanted = peer.line.wanted_since();
  peer.line.advance(now_);
  if (peer.line.state() != Line::State::kUp) return;
  ++up_;
  arm_receive(index);
  traffic_.on_connected(peer, wanted, now_);
  send(index);
}

void UringLoop::on_received(std::size_t index, const io_uring_cqe& cqe) {
  UringPeer& peer = *peers_[index];
  if (cqe.res == -ENOBUFS) {
    arm_receive(index);
    return;
  }
  if (cqe.res <= 0) {
    traffic_.on_end(peer, cqe.res == 0 ? StreamEnd::kFin : StreamEnd::kRst, now_);
    reopen(index);
    return;
  }
  now_ = Clock::now();
  const auto next = traffic_.on_bytes(peer, buffers_.received(cqe), now_);
  if (next == Traffic::Next::kClose) {
    reopen(index);
    return;
  }
  if ((cqe.flags & IORING_CQE_F_MORE) == 0) arm_receive(index);
  send(index);
}

void UringLoop::on_completion(const io_uring_cqe& cqe) {
  const std::size_t index = index_of(cqe);
  const auto life = static_cast<std::uint32_t>(cqe.user_data >> 32);
  const bool current = peers_[index]->life == life;
  switch (static_cast<Kind>(cqe.user_data & 3)) {
    case kReceive:
      if (current) on_received(index, cqe);
      buffers_.give_back(cqe);
      break;
    case kSend:
      if (!current) break;
      peers_[index]->sending = false;
      if (cqe.res >= 0) {
        send(index);
      } else {
        traffic_.count_error(LoadError::kSendReset, strerror(-cqe.res), now_);
        traffic_.on_end(*peers_[index], StreamEnd::kRst, now_);
        reopen(index);
      }
      break;
    case kConnect:
      if (current) on_connecting(index);
      break;
  }
}

unsigned UringLoop::reap() {
  constexpr std::size_t kPeerHot = 64;
  return reap_completions(
      ring_, [this](const io_uring_cqe& cqe) { on_completion(cqe); },
      [this](const io_uring_cqe& next) { fetch_ahead(*peers_[index_of(next)], kPeerHot); });
}

void UringLoop::run(Clock::time_point begin, const std::stop_token& stop) {
  now_ = Clock::now();
  LoadClock clock(plan_, traffic_, begin, now_);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    traffic_.on_connected(*peers_[i], now_, now_);
    send(i);
  }
  Clock::time_point idle_since{};
  while (true) {
    const bool may_sleep =
        plan_.wait == WaitPolicy::kBlock || (plan_.wait == WaitPolicy::kAdaptive && idle_since != Clock::time_point{} &&
                                             now_ - idle_since > std::chrono::microseconds(50));
    const bool asks =
        may_sleep || io_uring_sq_ready(&ring_) > 0 || (IO_URING_READ_ONCE(*ring_.sq.kflags) & IORING_SQ_TASKRUN) != 0;
    const bool sends = io_uring_sq_ready(&ring_) > 0;
    if (may_sleep) {
      __kernel_timespec patience{0, 1'000'000};
      io_uring_cqe* first = nullptr;
      io_uring_submit_and_wait_timeout(&ring_, &first, 1, &patience, nullptr);
    } else if (asks) {
      io_uring_submit_and_get_events(&ring_);
    }
    const unsigned seen = reap();
    if (asks && !sends && seen == 0) ++traffic_.tally().empty_polls;
    if (seen > 0 && idle_since != Clock::time_point{}) {
      traffic_.tally().idle += Clock::now() - idle_since;
      idle_since = {};
    }
    now_ = Clock::now();
    if (seen == 0 && idle_since == Clock::time_point{}) idle_since = now_;
    traffic_.on_time(now_);
    for (LoadConnection* ready : traffic_.take_ready()) send(static_cast<UringPeer*>(ready)->index);
    if (clock.check_is_due(now_, up_)) {
      for (std::size_t i = 0; i < peers_.size(); ++i) {
        if (clock.overdue(*peers_[i], peers_[i]->line, now_)) reopen(i);
      }
    }
    if (clock.over(now_, up_, stop.stop_requested())) break;
  }
  if (plan_.before_close) plan_.before_close();
}

}  // namespace

Result<void> run_uring(const EnginePlan& plan, Traffic& traffic, const Ready& ready, const std::stop_token& stop) {
  UringLoop loop(plan, traffic);
  Result<void> made = loop.set_up();
  if (made) made = loop.connect(stop);
  const std::optional<Clock::time_point> begin = ready(static_cast<bool>(made));
  if (!made) return made.error();
  if (!begin) return Error{"another thread's connections don't all stand"};
  loop.run(*begin, stop);
  return {};
}

}  // namespace httparity
