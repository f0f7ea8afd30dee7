#pragma once

#include <chrono>
#include <cstdint>

#include "load/arrivals.h"

namespace httparity {

/// Tells a client that can't send as much as is due from a server that doesn't answer as fast: while the backlog grows,
/// the first never has a moment with nothing to do.
class OverloadWatch {
 public:
  /// What a thread's load has come to.
  struct State {
    std::chrono::nanoseconds behind{0};  ///< how late the oldest arrival is that was not sent yet
    std::chrono::nanoseconds idle{0};    ///< time so far in which there was nothing to do
    std::uint64_t answers = 0;           ///< so far
  };

  /// Every half second: `is_overloaded` wants a state; in between it would not look.
  bool is_due(Clock::time_point now) const { return since_ == Clock::time_point{} || now - since_ >= kWindow; }
  /// True from the moment on when for two half seconds in a row answers came, the backlog grew beyond 100 ms, and less
  /// than 2 % of the time was idle.
  bool is_overloaded(Clock::time_point now, const State& state);

 private:
  static constexpr std::chrono::milliseconds kWindow{500};

  Clock::time_point since_;
  State before_;
  int windows_ = 0;
};

}  // namespace httparity
