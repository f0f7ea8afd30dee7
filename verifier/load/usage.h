#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "result/load_result.h"

namespace httparity {

/// What a process and all that descend from it have used so far.
struct TreeUse {
  double cpu_seconds = 0;  ///< user and system, ended children included
  std::uint64_t rss_bytes = 0;
  std::uint64_t rss_peak_bytes = 0;  ///< the sum of each process's own peak
};

/// Reads it from /proc; all 0 where `root` is gone. The clock behind the CPU time ticks every 10 ms.
TreeUse tree_use(pid_t root);

/// The time that processes have had on `cpus` (interrupts apart), in seconds, all of them together; 0 without any.
double busy_seconds(const std::vector<int>& cpus);

/// The kernel's counters of this network namespace, since its start.
KernelCounts kernel_counts();

/// What came between two readings.
KernelCounts operator-(const KernelCounts& after, const KernelCounts& before);

}  // namespace httparity
