#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "result/load_result.h"

namespace httparity {

/// What all that descend from a process have used so far, that process apart: of a target it is what keeps the server's
/// processes together, and no part of the server.
struct TreeUse {
  double cpu_seconds = 0;  ///< user and system, ended children included
  std::uint64_t rss_bytes = 0;
  std::uint64_t rss_peak_bytes = 0;        ///< the sum of each process's own peak
  std::map<pid_t, double> thread_seconds;  ///< user and system, of each thread that runs
};

/// All that descend from `root`, those that run now.
std::vector<pid_t> processes_of(pid_t root);

/// Reads it from /proc; all 0 where `root` is gone. The clock behind the CPU time ticks every 10 ms.
TreeUse tree_use(pid_t root);

/// The part of `elapsed_seconds` that the busiest thread ran between two readings, 0 to 1.
double busiest_thread(const TreeUse& before, const TreeUse& after, double elapsed_seconds);

/// The time that processes have had on `cpus` (interrupts apart), in seconds, all of them together; 0 without any.
double busy_seconds(const std::vector<int>& cpus);

/// The kernel's counters of this network namespace, since its start.
KernelCounts kernel_counts();

/// What came between two readings.
KernelCounts operator-(const KernelCounts& after, const KernelCounts& before);

}  // namespace httparity
