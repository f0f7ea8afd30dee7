#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "result/load_result.h"

namespace httparity {

/// With fewer rounds a ratio tells nothing apart.
inline constexpr std::size_t kRoundsForAnInterval = 4;

/// A sample's best, median and worst, by the value that counts as better.
struct Spread {
  double lowest = 0;
  double median = 0;
  double highest = 0;

  friend bool operator==(const Spread&, const Spread&) = default;
};

/// Of no values: all 0.
Spread spread_of(std::vector<double> values);

/// A target's rate beside the reference's in one step, round by round: what drifts with the machine falls out.
struct PairedRatio {
  std::size_t step = 0;
  std::size_t target = 0;
  std::vector<double> ratios;  ///< one for each round that both finished
  double median = 0;
  double low = 0;  ///< 95 % bootstrap interval of the median
  double high = 0;
  bool indistinguishable = false;  ///< the interval spans 1, or there are fewer than four rounds to make one of
  bool within_spread = false;      ///< the plain rule: the bests are no further apart than the larger spread

  friend bool operator==(const PairedRatio&, const PairedRatio&) = default;
};

/// One for each target but the reference and each step with a round that both finished. Deterministic.
std::vector<PairedRatio> compare_rounds(const LoadResult& result);

/// How far the rate of the last third of a measurement's whole seconds is from the first third's, as a part of it;
/// nullopt where there are fewer than six.
std::optional<double> drift_of(const LoadMeasurement& measurement);

/// Rates and latencies mean nothing, and why; one line each.
std::vector<std::string> void_reasons(const LoadResult& result);

/// The measurement keeps every threshold, has valid answers, no invalid one and no more errors than allowed, and in an
/// open loop all but 1 % of what was due was sent.
bool holds(const LoadMeasurement& measurement, const LoadGates& gates);

/// The last step, in the order of the plan, up to which all of a target's measurements hold; nullopt where not even the
/// first does.
std::optional<std::size_t> highest_step_that_holds(const LoadResult& result, std::size_t target);

/// Gates that were missed by figures that do mean something: thresholds, errors, audits' own; one line each.
std::vector<std::string> missed_gates(const LoadResult& result);

/// In words, where a target's accept queue overflowed: "backlog too small" and what shows it.
std::optional<std::string> backlog_words(const LoadMeasurement& measurement);

/// What a table calls a measurement: "nginx, 64 connections, round 2".
std::string measurement_name(const LoadResult& result, const LoadMeasurement& measurement);
/// "64 connections", "64 connections x 4 at 20000/s".
std::string step_name(const LoadStepPlan& step);

}  // namespace httparity
