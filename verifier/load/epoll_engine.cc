#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "load/connect.h"
#include "load/engine.h"
#include "load/load_clock.h"
#include "load/stream.h"

namespace httparity {
namespace {

struct SslFree {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

enum class Link { kClosed, kConnecting, kHandshaking, kUp };

struct Peer : LoadConnection {
  int fd = -1;
  Link link = Link::kClosed;
  bool wants_write = false;  // registered for EPOLLOUT
  Clock::time_point since;   // when the connect began
  std::unique_ptr<SSL, SslFree> ssl;
  SSL_SESSION* session = nullptr;

  ~Peer() {
    if (session != nullptr) SSL_SESSION_free(session);
    if (fd >= 0) ::close(fd);
  }
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
};

constexpr std::chrono::microseconds kSpinBeforeSleep{50};

LinkState state_of(const Peer& peer) {
  if (peer.link == Link::kUp) return LinkState::kUp;
  return peer.link == Link::kClosed ? LinkState::kClosed : LinkState::kConnecting;
}

class EpollLoop {
 public:
  EpollLoop(const EnginePlan& plan, Traffic& traffic)
      : plan_(plan), traffic_(traffic), epoll_(::epoll_create1(EPOLL_CLOEXEC)), buffer_(plan.receive_bytes) {}
  ~EpollLoop() {
    peers_.clear();
    ::close(epoll_);
  }
  EpollLoop(const EpollLoop&) = delete;
  EpollLoop& operator=(const EpollLoop&) = delete;

  Result<void> connect_all();
  void run(Clock::time_point begin, const std::stop_token& stop);

 private:
  void open(Peer& peer);
  void on_event(Peer& peer, std::uint32_t events);
  void on_writable(Peer& peer);
  bool shake_hands(Peer& peer);
  void on_up(Peer& peer, Clock::time_point now);
  template <typename Stream>
  void read_all(Peer& peer, Stream stream);
  template <typename Stream>
  void write_all(Peer& peer, Stream stream);
  void write(Peer& peer);
  void watch(Peer& peer, bool writable);
  void close(Peer& peer);
  void reopen(Peer& peer);
  void fail_connect(Peer& peer, LoadError error, const std::string& what);
  int wait(Clock::time_point now);

  const EnginePlan& plan_;
  Traffic& traffic_;
  int epoll_;
  std::vector<char> buffer_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::array<epoll_event, 512> events_{};
  std::size_t up_ = 0;
  std::size_t opened_ = 0;
  std::string connect_failure_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point idle_since_{};
  bool loading_ = false;
};

void EpollLoop::open(Peer& peer) {
  peer.since = Clock::now();
  auto opened = open_connecting(plan_.endpoint, plan_.sources, opened_++);
  if (!opened) {
    fail_connect(peer, LoadError::kConnectLocal, opened.error().what);
    return;
  }
  peer.fd = *opened;
  peer.link = Link::kConnecting;
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT;
  event.data.ptr = &peer;
  peer.wants_write = true;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, peer.fd, &event);
}

void EpollLoop::fail_connect(Peer& peer, LoadError error, const std::string& what) {
  traffic_.tally().count_error(error, what, Clock::now() - begin_);
  if (connect_failure_.empty()) connect_failure_ = what;
  close(peer);
}

Result<void> EpollLoop::connect_all() {
  for (std::size_t i = 0; i < plan_.connections; ++i) {
    peers_.push_back(std::make_unique<Peer>());
    peers_.back()->set = i % plan_.sets;
    open(*peers_.back());
    if (!connect_failure_.empty())
      return Error{fmt::format("connection {} of {}: {}", i + 1, plan_.connections, connect_failure_)};
  }
  const auto limit = Clock::now() + plan_.connect_limit;
  while (up_ < plan_.connections) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now());
    if (left.count() <= 0) {
      return Error{fmt::format("only {} of {} connections stood within {} ms", up_, plan_.connections,
                               plan_.connect_limit.count())};
    }
    const int ready =
        ::epoll_wait(epoll_, events_.data(), static_cast<int>(events_.size()), static_cast<int>(left.count()));
    for (int i = 0; i < ready; ++i) {
      on_event(*static_cast<Peer*>(events_[static_cast<std::size_t>(i)].data.ptr),
               events_[static_cast<std::size_t>(i)].events);
    }
    if (!connect_failure_.empty()) {
      return Error{fmt::format("only {} of {} connections stood: {}", up_, plan_.connections, connect_failure_)};
    }
  }
  return {};
}

void EpollLoop::on_event(Peer& peer, std::uint32_t events) {
  if (peer.link == Link::kConnecting || peer.link == Link::kHandshaking) {
    on_writable(peer);
    return;
  }
  if (peer.link != Link::kUp) return;
  if ((events & EPOLLOUT) != 0) write(peer);
  if (peer.link == Link::kUp && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
    if (peer.ssl) {
      read_all(peer, TlsStream{peer.ssl.get()});
    } else {
      read_all(peer, PlainStream{peer.fd});
    }
  }
}

void EpollLoop::on_writable(Peer& peer) {
  if (peer.link == Link::kConnecting) {
    const int why = socket_error(peer.fd);
    if (why != 0) {
      const bool slow = why == ETIMEDOUT;
      fail_connect(peer, slow ? LoadError::kConnectTimeout : LoadError::kConnectRefused, strerror(why));
      return;
    }
    if (plan_.endpoint.tls != nullptr) {
      peer.link = Link::kHandshaking;
      peer.ssl.reset(SSL_new(plan_.endpoint.tls));
      SSL_set_fd(peer.ssl.get(), peer.fd);
      SSL_set_connect_state(peer.ssl.get());
      SSL_set_tlsext_host_name(peer.ssl.get(), plan_.endpoint.host.c_str());
      SSL_set1_host(peer.ssl.get(), plan_.endpoint.host.c_str());
      if (peer.session != nullptr) SSL_set_session(peer.ssl.get(), peer.session);
    }
  }
  if (peer.link == Link::kHandshaking && !shake_hands(peer)) return;
  on_up(peer, Clock::now());
}

// True when the handshake is done.
bool EpollLoop::shake_hands(Peer& peer) {
  const int done = SSL_do_handshake(peer.ssl.get());
  if (done == 1) return true;
  const int why = SSL_get_error(peer.ssl.get(), done);
  if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE) {
    watch(peer, why == SSL_ERROR_WANT_WRITE);
    return false;
  }
  const long verify = SSL_get_verify_result(peer.ssl.get());
  fail_connect(peer, LoadError::kTlsHandshake,
               verify == X509_V_OK ? "TLS handshake failed" : X509_verify_cert_error_string(verify));
  return false;
}

void EpollLoop::on_up(Peer& peer, Clock::time_point now) {
  peer.link = Link::kUp;
  ++up_;
  traffic_.tally().connect.record(now - peer.since);
  watch(peer, false);
  if (!loading_) return;
  traffic_.on_connected(peer, now);
  write(peer);
}

void EpollLoop::watch(Peer& peer, bool writable) {
  if (peer.wants_write == writable) return;
  epoll_event event{};
  event.events = writable ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = &peer;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, peer.fd, &event);
  peer.wants_write = writable;
}

void EpollLoop::close(Peer& peer) {
  if (peer.link == Link::kUp) --up_;
  if (peer.ssl) {
    if (peer.link == Link::kUp) {
      if (peer.session != nullptr) SSL_SESSION_free(peer.session);
      peer.session = SSL_get1_session(peer.ssl.get());
      SSL_set_quiet_shutdown(peer.ssl.get(), 1);
      SSL_shutdown(peer.ssl.get());
    }
    peer.ssl.reset();
  }
  if (peer.fd >= 0) ::close(peer.fd);
  peer.fd = -1;
  peer.link = Link::kClosed;
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
  } else if (peer.ssl) {
    write_all(peer, TlsStream{peer.ssl.get()});
  } else {
    write_all(peer, PlainStream{peer.fd});
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
    traffic_.tally().count_error(LoadError::kSendReset, strerror(errno), now - begin_);
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
  loading_ = true;
  begin_ = begin;
  Clock::time_point now = Clock::now();
  LoadClock clock(plan_, traffic_, begin, now);
  for (const auto& peer : peers_) {
    traffic_.on_connected(*peer, now);
    write(*peer);
  }
  while (true) {
    const int ready = ::epoll_wait(epoll_, events_.data(), static_cast<int>(events_.size()), wait(now));
    if (ready > 0) {
      if (idle_since_ != Clock::time_point{}) {
        traffic_.tally().idle += Clock::now() - idle_since_;
        idle_since_ = {};
      }
      for (int i = 0; i < ready; ++i) {
        on_event(*static_cast<Peer*>(events_[static_cast<std::size_t>(i)].data.ptr),
                 events_[static_cast<std::size_t>(i)].events);
      }
    }
    now = Clock::now();
    if (ready <= 0 && idle_since_ == Clock::time_point{}) idle_since_ = now;
    traffic_.on_time(now);
    for (LoadConnection* load : traffic_.take_ready()) {
      write(*static_cast<Peer*>(load));
    }
    if (clock.check_is_due(now)) {
      for (const auto& peer : peers_) {
        if (clock.overdue(*peer, state_of(*peer), peer->since, now)) reopen(*peer);
      }
    }
    if (clock.over(now, up_, stop.stop_requested())) break;
  }
}

}  // namespace

Result<void> run_epoll(const EnginePlan& plan, Traffic& traffic, const Ready& ready, const std::stop_token& stop) {
  EpollLoop loop(plan, traffic);
  auto connected = loop.connect_all();
  const std::optional<Clock::time_point> begin = ready(static_cast<bool>(connected));
  if (!connected) return connected.error();
  if (!begin) return Error{"another thread's connections don't all stand"};
  loop.run(*begin, stop);
  return {};
}

}  // namespace httparity
