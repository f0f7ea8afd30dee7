#include "load/load_clock.h"

#include <algorithm>

namespace httparity {
namespace {

constexpr std::chrono::seconds kLostAfter{2};
constexpr std::chrono::milliseconds kCheckEvery{20};

}  // namespace

LoadClock::LoadClock(const EnginePlan& plan, Traffic& traffic, Clock::time_point begin, Clock::time_point now)
    : plan_(plan),
      traffic_(traffic),
      timed_from_(begin + plan.warmup),
      drain_from_(plan.duration.count() > 0 ? timed_from_ + plan.duration : Clock::time_point::max()),
      last_up_(now),
      next_check_(now + kCheckEvery),
      first_late_(now + plan.answer_limit) {
  traffic_.limit_time(drain_from_);
  traffic_.enter(Traffic::Phase::kWarmup, now);
  if (plan.warmup.count() == 0) traffic_.enter(Traffic::Phase::kTimed, now);
}

bool LoadClock::over(Clock::time_point now, std::size_t up, bool stop) {
  using Phase = Traffic::Phase;
  if (up > 0) last_up_ = now;
  const bool lost = now - last_up_ > kLostAfter;
  if (lost) traffic_.tally().target_lost = true;
  if (traffic_.phase() == Phase::kWarmup && (now >= timed_from_ || stop || lost)) traffic_.enter(Phase::kTimed, now);
  // A counted run is over when the last of its answers has come, a timed one when its time is.
  const bool overloaded =
      traffic_.phase() == Phase::kTimed && overload_.is_due(now) &&
      overload_.is_overloaded(now, {traffic_.behind(now), traffic_.tally().idle, traffic_.answers()});
  if (overloaded) traffic_.tally().client_overload = true;
  const bool counted_out = traffic_.exhausted() && traffic_.in_flight() == 0;
  if (traffic_.phase() == Phase::kTimed && (now >= drain_from_ || stop || lost || overloaded || counted_out)) {
    traffic_.enter(Phase::kDrain, now);
    give_up_ = lost ? now : now + plan_.drain_limit;
  }
  return traffic_.phase() == Phase::kDrain && (traffic_.in_flight() == 0 || now >= give_up_);
}

bool LoadClock::check_is_due(Clock::time_point now, std::size_t up) {
  if (now < next_check_) return false;
  next_check_ = now + kCheckEvery;
  if (up == plan_.connections && now <= first_late_) return false;
  first_late_ = now + plan_.answer_limit;  // of what is sent from now on
  return true;
}

bool LoadClock::overdue(LoadConnection& connection, Line& line, Clock::time_point now) {
  switch (line.state()) {
    case Line::State::kUp:
      if (connection.outstanding.empty()) return false;
      if (const auto late = connection.outstanding.front().sent + plan_.answer_limit; now <= late) {
        first_late_ = std::min(first_late_, late);
        return false;
      }
      traffic_.on_timeout(connection, now);
      return true;
    case Line::State::kConnecting:
    case Line::State::kHandshaking:
      return line.overdue(now);
    case Line::State::kClosed:
      return traffic_.phase() != Traffic::Phase::kDrain;
  }
  return false;
}

}  // namespace httparity
