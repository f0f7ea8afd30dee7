#pragma once

#include <chrono>
#include <string>

#include "result/histogram.h"

namespace httparity {

/// "812 us", "3.21 ms", "1.20 s".
std::string time_text(std::chrono::nanoseconds time);
/// The same of a percentile, 100 for the longest; "-" where nothing was counted.
std::string percentile_text(const Histogram& times, double percent);
/// "12.3 MB".
std::string memory_text(double bytes);
/// "12,345".
std::string count_text(double count);

}  // namespace httparity
