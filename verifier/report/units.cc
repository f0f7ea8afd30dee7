#include "report/units.h"

#include <fmt/format.h>

namespace httparity {

std::string time_text(std::chrono::nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns < 1e6) return fmt::format("{:.0f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.2f} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

std::string percentile_text(const Histogram& times, double percent) {
  return times.count() == 0 ? "-" : time_text(times.percentile(percent));
}

std::string memory_text(double bytes) {
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string count_text(double count) {
  std::string out = fmt::format("{:.0f}", count);
  for (std::size_t at = out.size(); at > 3 && out[at - 4] != '-'; at -= 3) out.insert(at - 3, 1, ',');
  return out;
}

}  // namespace httparity
