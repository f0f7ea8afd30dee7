#pragma once

#include <optional>
#include <string>

#include "result/load_result.h"

namespace httparity {

/// A count of a measurement that isn't the sum of its parts.
struct BrokenSum {
  std::string member;  ///< of the measurement
  std::string why;
};

/// The first count of `measurement` that its parts contradict: a histogram that counts others than the answers it
/// stands for, seconds, lanes, answers or kinds that don't add up. Every engine counts both sides of each at once, so
/// that nothing which happens under load breaks one. (What became of the requests that were started may not add up:
/// that is a reason for void.)
std::optional<BrokenSum> broken_sum(const LoadMeasurement& measurement);

}  // namespace httparity
