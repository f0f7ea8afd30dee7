#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <functional>

namespace httparity {

inline constexpr int kServerCpu = 0;
inline constexpr int kClientCpu = 1;

/// What one run of a client came to.
struct Sample {
  std::uint64_t answers = 0;
  double rate = 0;         ///< answers per second; 0: the run failed
  double cpu_us = 0;       ///< client's processor time per answer, spinning included
  double busy = 0;         ///< share of the time in which there was something to do
  double empty_polls = 0;  ///< system calls per answer that asked for something to do when there was nothing
  double rss_bytes = 0;    ///< the client's largest resident size

  // Open loop alone.
  double late_p50_us = 0;  ///< how late requests were sent
  double late_p90_us = 0;
  double late_p99_us = 0;
  double response_p50_us = 0;  ///< from the intended start to the last byte
  double response_p99_us = 0;
};

/// Runs `work` in a process of its own on the client's processor, and adds what it used.
Sample in_process(const std::function<Sample()>& work);

/// User and system time.
double cpu_seconds(const rusage& usage);

}  // namespace httparity
