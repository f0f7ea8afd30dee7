#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "load/connect_all.h"
#include "load/line.h"
#include "load/load_clock.h"
#include "load/stream.h"

namespace httparity {
namespace {

struct Peer : LoadConnection {
  Peer(const EnginePlan& plan, Traffic& traffic) : line(plan, traffic) {}

  bool wants_write = false;  // registered for EPOLLOUT
  Line line;
};

constexpr std::chrono::microseconds kSpinBeforeSleep{50};

class EpollLoop {
 public:
  EpollLoop(const EnginePlan& plan, Traffic& traffic)
      : plan_(plan), traffic_(traffic), epoll_(::epoll_create1(EPOLL_CLOEXEC)), buffer_(plan.receive_bytes) {}

  Result<void> connect(const std::stop_token& stop);
  void run(Clock::time_point begin, const std::stop_token& stop);

 private:
  void open(Peer& peer);
  void handle(std::span<const epoll_event> events);
  void on_event(Peer& peer, std::uint32_t events);
  void on_connecting(Peer& peer);
  template <typename Stream>
  void read_all(Peer& peer, Stream stream);
  template <typename Stream>
  void write_all(Peer& peer, Stream stream);
  void write(Peer& peer);
  void add(Peer& peer, bool writable);
  void watch(Peer& peer, bool writable);
  void close(Peer& peer);
  void reopen(Peer& peer);
  int wait(Clock::time_point now);

  const EnginePlan& plan_;
  Traffic& traffic_;
  Descriptor epoll_;
  std::vector<char> buffer_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::array<epoll_event, 512> events_{};
  std::size_t up_ = 0;
  std::size_t opened_ = 0;
  Clock::time_point idle_since_{};
};

Result<void> EpollLoop::connect(const std::stop_token& stop) {
  std::vector<Line*> lines;
  for (std::size_t i = 0; i < plan_.connections; ++i) {
    peers_.push_back(std::make_unique<Peer>(plan_, traffic_));
    peers_.back()->set = plan_.set_of[i];
    lines.push_back(&peers_.back()->line);
  }
  if (auto connected = connect_all(plan_, lines, stop); !connected) return connected;
  for (const auto& peer : peers_) add(*peer, false);
  up_ = opened_ = plan_.connections;
  return {};
}

void EpollLoop::open(Peer& peer) {
  peer.line.open(opened_++, Clock::now());
  if (peer.line.state() == Line::State::kClosed) return;  // to be opened again at the next look at the times
  add(peer, peer.line.wants_write());
  if (peer.line.state() == Line::State::kUp) on_connecting(peer);
}

// While the kernel works on one connection's socket, the next one's state comes.
void EpollLoop::handle(std::span<const epoll_event> events) {
  constexpr std::size_t kPeerHot = 64;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i + 1 < events.size()) fetch_ahead(*static_cast<const Peer*>(events[i + 1].data.ptr), kPeerHot);
    on_event(*static_cast<Peer*>(events[i].data.ptr), events[i].events);
  }
}

void EpollLoop::on_event(Peer& peer, std::uint32_t events) {
  if (peer.line.state() != Line::State::kUp) {
    on_connecting(peer);
    return;
  }
  if ((events & EPOLLOUT) != 0) write(peer);
  if (peer.line.state() == Line::State::kUp && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
    if (peer.line.ssl() != nullptr) {
      read_all(peer, TlsStream{peer.line.ssl()});
    } else if (plan_.kernel_time) {
      read_all(peer, StampedStream{peer.line.fd()});
    } else {
      read_all(peer, PlainStream{peer.line.fd()});
    }
  }
}

// Its connect goes on, or is done.
void EpollLoop::on_connecting(Peer& peer) {
  const Clock::time_point now = Clock::now();
  const Clock::time_point wanted = peer.line.wanted_since();
  peer.line.advance(now);
  if (peer.line.state() == Line::State::kClosed) return;
  watch(peer, peer.line.wants_write());
  if (peer.line.state() != Line::State::kUp) return;
  ++up_;
  traffic_.on_connected(peer, wanted, now);
  write(peer);
}

void EpollLoop::add(Peer& peer, bool writable) {
  epoll_event event{};
  event.events = writable ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = &peer;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, peer.line.fd(), &event);
  peer.wants_write = writable;
}

void EpollLoop::watch(Peer& peer, bool writable) {
  if (peer.wants_write == writable) return;
  epoll_event event{};
  event.events = writable ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = &peer;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, peer.line.fd(), &event);
  peer.wants_write = writable;
}

void EpollLoop::close(Peer& peer) {
  if (peer.line.state() == Line::State::kUp) --up_;
  peer.line.close();
}

void EpollLoop::reopen(Peer& peer) {
  close(peer);
  if (traffic_.needs(peer)) open(peer);
}

template <typename Stream>
void EpollLoop::read_all(Peer& peer, Stream stream) {
  while (true) {
    const StreamResult got = stream.read(buffer_.data(), buffer_.size());
    if (got.status == StreamStatus::kAgain) break;
    const Clock::time_point now = Clock::now();
    if (got.status != StreamStatus::kDone) {
      traffic_.on_end(peer, got.status == StreamStatus::kEnd ? StreamEnd::kFin : StreamEnd::kRst, now);
      reopen(peer);
      return;
    }
    if constexpr (std::is_same_v<Stream, StampedStream>) {
      if (stream.delay) traffic_.on_delay(*stream.delay);
    }
    if (traffic_.on_bytes(peer, {buffer_.data(), got.bytes}, now) == Traffic::Next::kClose) {
      reopen(peer);
      return;
    }
    if (!stream.may_have_more(got.bytes, buffer_.size())) break;
  }
  if (!peer.unsent.empty() && !peer.wants_write) write_all(peer, stream);
}

void EpollLoop::write(Peer& peer) {
  if (peer.unsent.empty()) {
    watch(peer, false);
  } else if (peer.line.ssl() != nullptr) {
    write_all(peer, TlsStream{peer.line.ssl()});
  } else {
    write_all(peer, PlainStream{peer.line.fd()});
  }
}

template <typename Stream>
void EpollLoop::write_all(Peer& peer, Stream stream) {
  while (!peer.unsent.empty()) {
    const StreamResult put = stream.write(peer.unsent.data(), peer.unsent.size());
    if (put.status == StreamStatus::kDone) {
      peer.unsent.remove_prefix(put.bytes);
      continue;
    }
    if (put.status == StreamStatus::kAgain) break;
    const Clock::time_point now = Clock::now();
    traffic_.count_error(LoadError::kSendReset, strerror(errno), now);
    traffic_.on_end(peer, StreamEnd::kRst, now);
    reopen(peer);
    return;
  }
  watch(peer, !peer.unsent.empty());
}

// How long the next epoll_wait may sleep, in milliseconds.
int EpollLoop::wait(Clock::time_point now) {
  if (plan_.wait == WaitPolicy::kSpin) return 0;
  const bool spin = plan_.wait == WaitPolicy::kAdaptive &&
                    (idle_since_ == Clock::time_point{} || now - idle_since_ < kSpinBeforeSleep);
  if (spin) return 0;
  if (const auto due = traffic_.next_due()) {
    const auto left = *due - now;
    if (left < std::chrono::microseconds(1100)) return 0;  // epoll sleeps whole milliseconds; the last one is spun
    return static_cast<int>(
        std::min<std::int64_t>(10, std::chrono::floor<std::chrono::milliseconds>(left).count() - 1));
  }
  return 10;
}

void EpollLoop::run(Clock::time_point begin, const std::stop_token& stop) {
  Clock::time_point now = Clock::now();
  LoadClock clock(plan_, traffic_, begin, now);
  for (const auto& peer : peers_) {
    traffic_.on_connected(*peer, now, now);
    write(*peer);
  }
  while (true) {
    const int ready = ::epoll_wait(epoll_.get(), events_.data(), static_cast<int>(events_.size()), wait(now));
    if (ready > 0) {
      if (idle_since_ != Clock::time_point{}) {
        traffic_.tally().idle += Clock::now() - idle_since_;
        idle_since_ = {};
      }
      handle({events_.data(), static_cast<std::size_t>(ready)});
    }
    now = Clock::now();
    if (ready <= 0) ++traffic_.tally().empty_polls;
    if (ready <= 0 && idle_since_ == Clock::time_point{}) idle_since_ = now;
    traffic_.on_time(now);
    for (LoadConnection* load : traffic_.take_ready()) {
      write(*static_cast<Peer*>(load));
    }
    if (clock.check_is_due(now, up_)) {
      for (const auto& peer : peers_) {
        if (clock.overdue(*peer, peer->line, now)) reopen(*peer);
      }
    }
    if (clock.over(now, up_, stop.stop_requested())) break;
  }
  if (plan_.before_close) plan_.before_close();
}

}  // namespace

Result<void> run_epoll(const EnginePlan& plan, Traffic& traffic, const Ready& ready, const std::stop_token& stop) {
  EpollLoop loop(plan, traffic);
  const auto connected = loop.connect(stop);
  const std::optional<Clock::time_point> begin = ready(static_cast<bool>(connected));
  if (!connected) return connected.error();
  if (!begin) return Error{"another thread's connections don't all stand"};
  loop.run(*begin, stop);
  return {};
}

}  // namespace httparity
