#pragma once

#include "load/engine.h"

namespace httparity {

/// Leads one thread's traffic through warm-up, timed part and drain.
class LoadClock {
 public:
  LoadClock(const EnginePlan& plan, Traffic& traffic, Clock::time_point begin, Clock::time_point now);

  /// Goes on to the phase that is due at `now`; true when the load is over. `up` is how many connections stand: a
  /// target that takes none for two seconds is lost, and the load ends with what was measured.
  bool over(Clock::time_point now, std::size_t up, bool stop);

 private:
  Traffic& traffic_;
  Clock::time_point timed_from_;
  Clock::time_point drain_from_;
  Clock::time_point give_up_ = Clock::time_point::max();
  std::chrono::nanoseconds drain_limit_;
  Clock::time_point last_up_;
};

}  // namespace httparity
