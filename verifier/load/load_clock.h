#pragma once

#include "load/line.h"
#include "load/overload_watch.h"

namespace httparity {

/// Leads one thread's traffic through warm-up, timed part and drain.
class LoadClock {
 public:
  LoadClock(const EnginePlan& plan, Traffic& traffic, Clock::time_point begin, Clock::time_point now);

  /// Goes on to the phase that is due at `now`; true when the load is over. `up` is how many connections stand: a
  /// target that takes none for two seconds is lost, and the load ends with what was measured; so it does where this
  /// client can't send what is due.
  bool over(Clock::time_point now, std::size_t up, bool stop);

  /// The connections, `up` of which stand, want a look at `overdue`, all of them: every 20 ms while some don't stand,
  /// else not before the first answer can be late, since a walk over thousands of connections is one over cold memory.
  bool check_is_due(Clock::time_point now, std::size_t up);
  /// Whether the engine must open `connection` again: its oldest answer or the connect of its `line` has taken longer
  /// than the plan allows, which is counted, or it is closed and the load goes on.
  bool overdue(LoadConnection& connection, Line& line, Clock::time_point now);

 private:
  const EnginePlan& plan_;
  Traffic& traffic_;
  Clock::time_point timed_from_;
  Clock::time_point drain_from_;
  Clock::time_point give_up_ = Clock::time_point::max();
  Clock::time_point last_up_;
  Clock::time_point next_check_;
  Clock::time_point first_late_;  // no answer is late before, as the last look at all of them has shown
  OverloadWatch overload_;
};

}  // namespace httparity
