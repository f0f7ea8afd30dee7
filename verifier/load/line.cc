#include "load/line.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "load/connect.h"

namespace httparity {
namespace {

// The kernel waits a second before it sends a SYN again (RFC 6298, section 2): what was faster had none.
constexpr std::chrono::milliseconds kBeforeSynRetry{500};

std::uint64_t syn_retries(int fd) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return info.tcpi_total_retrans;
}

LoadError kind_of(int why) {
  return why == ETIMEDOUT ? LoadError::kConnectTimeout : LoadError::kConnectRefused;
}

}  // namespace

void Line::fail(LoadError error, std::string what, Clock::time_point now) {
  traffic_->count_error(error, what, now);
  failure_ = std::move(what);
  close();
}

void Line::open(std::size_t turn, Clock::time_point now) {
  failure_.clear();
  if (!std::exchange(wanted_, true)) wanted_since_ = now;
  began_ = now;
  Opening opening = open_connecting(plan_->endpoint, plan_->sources, turn);
  fd_ = std::move(opening.fd);
  switch (opening.state) {
    case Opening::State::kConnecting:
      state_ = State::kConnecting;
      wants_write_ = true;
      break;
    case Opening::State::kConnected:
      on_connected(now);
      break;
    case Opening::State::kLater:
      break;
    case Opening::State::kFailed:
      fail(opening.error, std::move(opening.what), now);
      break;
  }
}

void Line::advance(Clock::time_point now) {
  failure_.clear();
  if (state_ == State::kHandshaking) return go_on_with_tls(now);
  if (state_ != State::kConnecting) return;
  if (const int why = socket_error(fd()); why != 0) return fail(kind_of(why), connect_words(why), now);
  on_connected(now);
}

void Line::on_connected(Clock::time_point now) {
  const bool tcp = plan_->endpoint.address.ss_family != AF_UNIX;
  if (tcp && now - began_ > kBeforeSynRetry) traffic_->tally().connects.syn_retries += syn_retries(fd());
  if (plan_->kernel_time) {
    const int on = 1;
    ::setsockopt(fd(), SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  }
  if (plan_->endpoint.tls == nullptr) return on_up(now);
  state_ = State::kHandshaking;
  ssl_ = begin_tls(plan_->endpoint.tls, plan_->endpoint.host, fd(), session_.get());
  if (!ssl_) return fail(LoadError::kConnectLocal, "OpenSSL gives no session", now);
  go_on_with_tls(now);
}

void Line::go_on_with_tls(Clock::time_point now) {
  TlsProgress progress = shake_hands(ssl_.get(), plan_->endpoint.host);
  if (progress.step == TlsStep::kFailed) return fail(progress.error, std::move(progress.what), now);
  wants_write_ = progress.step == TlsStep::kWantsWrite;
  if (progress.step != TlsStep::kDone) return;
  LoadConnects& connects = traffic_->tally().connects;
  ++connects.tls_handshakes;
  if (SSL_session_reused(ssl_.get()) == 1) ++connects.tls_resumed;
  on_up(now);
}

void Line::on_up(Clock::time_point now) {
  state_ = State::kUp;
  wants_write_ = false;
  wanted_ = false;
  ++traffic_->tally().connects.made;
  traffic_->tally().connect.record(now - began_);
}

void Line::close() {
  if (ssl_ && state_ == State::kUp) {
    if (SslSession session = end_tls(std::move(ssl_))) session_ = std::move(session);
  }
  ssl_.reset();
  fd_.reset();
  state_ = State::kClosed;
}

bool Line::overdue(Clock::time_point now) {
  const bool late =
      (state_ == State::kConnecting || state_ == State::kHandshaking) && now - began_ > plan_->connect_limit;
  if (late) {
    const bool tcp = state_ == State::kConnecting && plan_->endpoint.address.ss_family != AF_UNIX;
    if (tcp) traffic_->tally().connects.syn_retries += syn_retries(fd());
    fail(LoadError::kConnectTimeout, connect_words(ETIMEDOUT), now);
  }
  return late;
}

}  // namespace httparity
