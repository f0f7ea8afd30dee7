#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/load_result.h"
#include "result/load_verdicts.h"

namespace httparity {

/// What one target showed in one step, over all its rounds. CPU time and memory are medians over the rounds.
struct TargetSummary {
  std::size_t target = 0;
  std::vector<const LoadMeasurement*> rounds;  ///< of the summarised result; those with any load
  std::vector<double> rates;                   ///< answers per second, worst first
  Spread rate;
  Histogram latency;
  Histogram lateness;               ///< open loop only
  std::optional<double> server_us;  ///< CPU time per answer, if any came; where the server was started here
  std::optional<double> client_us;
  double client_busy = 0;                ///< 0 to 1
  std::optional<double> busiest_thread;  ///< of the server: the part of the time that it ran, 0 to 1
  std::optional<double> rss_idle_bytes;
  std::optional<double> rss_load_bytes;
  std::optional<double> rss_peak_bytes;
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t errors = 0;  ///< unanswered requests among them
  std::uint64_t due = 0;
  std::uint64_t backlog = 0;
  std::optional<PairedRatio> ratio;  ///< to the reference; not of the reference itself
};

/// One step and the targets that were measured in it.
struct StepSummary {
  std::size_t step = 0;
  std::vector<TargetSummary> targets;
};

/// The steps in which anything was measured, in the order of the plan. `result` must outlive it.
std::vector<StepSummary> summarize(const LoadResult& result);

/// "faster than the reference", "indistinguishable", ... with the plain rule's word beside it.
std::string ratio_verdict(const PairedRatio& ratio);

}  // namespace httparity
