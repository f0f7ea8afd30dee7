#include "load/connect_all.h"

#include <fmt/format.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace httparity {
namespace {

// How often a full accept queue of a Unix socket is tried again.
constexpr int kRetryMs = 2;
// How long a stop may go unseen.
constexpr int kStopMs = 50;

class Connecting {
 public:
  Connecting(const EnginePlan& plan, const std::vector<Line*>& lines)
      : plan_(plan), lines_(lines), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

  Result<void> run(const std::stop_token& stop);

 private:
  void after(std::size_t line);
  Error stood(const std::string& why) const {
    return Error{fmt::format("only {} of {} connections stood: {}", up_, lines_.size(), why)};
  }

  const EnginePlan& plan_;
  const std::vector<Line*>& lines_;
  Descriptor epoll_;
  std::size_t up_ = 0;
  std::vector<std::size_t> later_;
  std::string failure_;
};

// What to do with a line that was opened or went on.
void Connecting::after(std::size_t line) {
  const Line& one = *lines_[line];
  switch (one.state()) {
    case Line::State::kUp:
      ++up_;
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, one.fd(), nullptr);
      break;
    case Line::State::kClosed:
      if (one.failure().empty()) {
        later_.push_back(line);
      } else {
        failure_ = one.failure();
      }
      break;
    default: {
      epoll_event event{};
      event.events = one.wants_write() ? EPOLLOUT : EPOLLIN;
      event.data.u64 = line;
      if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, one.fd(), &event) != 0) {
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, one.fd(), &event);
      }
    }
  }
}

Result<void> Connecting::run(const std::stop_token& stop) {
  const auto limit = Clock::now() + plan_.connect_limit;
  for (std::size_t i = 0; i < lines_.size() && failure_.empty(); ++i) {
    lines_[i]->open(i, Clock::now());
    after(i);
  }
  std::array<epoll_event, 256> events{};
  while (failure_.empty() && up_ < lines_.size()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now()).count();
    if (stop.stop_requested()) return stood("stopped");
    if (left <= 0) {
      return stood(
          fmt::format("within {} ms no more were taken: ask for fewer --connections, or raise the target's "
                      "listen backlog or its own limit",
                      plan_.connect_limit.count()));
    }
    const auto patience = static_cast<int>(std::min<std::int64_t>(left, later_.empty() ? kStopMs : kRetryMs));
    const int ready = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), patience);
    for (int i = 0; i < ready && failure_.empty(); ++i) {
      const auto line = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
      lines_[line]->advance(Clock::now());
      after(line);
    }
    for (const std::size_t line : std::exchange(later_, {})) {
      lines_[line]->open(line, Clock::now());
      after(line);
    }
  }
  if (!failure_.empty()) return stood(failure_);
  return {};
}

}  // namespace

Result<void> connect_all(const EnginePlan& plan, const std::vector<Line*>& lines, const std::stop_token& stop) {
  return Connecting(plan, lines).run(stop);
}

}  // namespace httparity
