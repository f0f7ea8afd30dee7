#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace httparity {

using Clock = std::chrono::steady_clock;

/// When the requests of an open loop are due: fixed beforehand by rate and seed, whatever the server does.
class Arrivals {
 public:
  enum class Process { kConstant, kPoisson };

  /// `rate_per_second` > 0 from `begin` on. `phase` in 0..1 shifts a constant schedule by that part of its period, so
  /// that several threads interleave.
  Arrivals(Process process, double rate_per_second, Clock::time_point begin, double phase, std::uint64_t seed);

  /// When the next request is due.
  Clock::time_point next() const { return begin_ + std::chrono::nanoseconds(static_cast<std::int64_t>(due_ns_)); }
  /// Goes on to the one after it.
  void advance();

 private:
  Process process_;
  double period_ns_;
  Clock::time_point begin_;
  double phase_;
  std::uint64_t count_ = 0;
  double due_ns_ = 0;
  std::mt19937_64 random_;
  std::exponential_distribution<double> gap_;
};

}  // namespace httparity
