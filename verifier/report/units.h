#pragma once

#include <chrono>
#include <string>

namespace httparity {

/// "812 us", "3.21 ms", "1.20 s".
std::string time_text(std::chrono::nanoseconds time);
/// "12.3 MB".
std::string memory_text(double bytes);
/// "12,345".
std::string count_text(double count);

}  // namespace httparity
