#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "load/bench/clients.h"

namespace httparity {

inline constexpr std::string_view kBareRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// The sockets of a bare client, connected; none where a connection failed.
std::vector<int> connect_bare(const BenchTask& task);

/// Counts a bare client's answers until its time is over, which it looks at every 64th turn only.
class BareClock {
 public:
  explicit BareClock(std::chrono::nanoseconds duration) : begin_(Clock::now()), end_(begin_ + duration) {}

  bool over() { return ++turn_ % 64 == 0 && Clock::now() >= end_; }
  void count() { ++answers_; }
  /// Whether this turn found something to do; what lies between is idle.
  void seen(bool any) {
    if (any == working_) return;
    working_ = any;
    if (any) {
      idle_ += Clock::now() - idle_since_;
    } else {
      idle_since_ = Clock::now();
    }
  }
  Sample sample() const;

 private:
  std::uint64_t turn_ = 0;
  std::uint64_t answers_ = 0;
  bool working_ = true;
  Clock::time_point begin_;
  Clock::time_point end_;
  Clock::time_point idle_since_;
  std::chrono::nanoseconds idle_{0};
};

}  // namespace httparity
