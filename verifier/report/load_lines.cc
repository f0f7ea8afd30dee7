#include "report/load_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/units.h"

namespace httparity {

std::string answers_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements) {
  std::string out;
  if (measurements.empty()) return out;
  const std::vector<LoadRequestCount>& requests = measurements.front()->requests;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].answers.empty()) continue;
    std::string counts;
    bool others = false;
    for (std::size_t k = 0; k < requests[i].answers.size(); ++k) {
      std::uint64_t valid = 0;
      for (const LoadMeasurement* one : measurements) valid += one->requests[i].answers[k].valid;
      if (valid == 0) continue;
      others = others || k > 0;
      counts +=
          fmt::format("{}{} as \"{}\"", counts.empty() ? "" : ", ", valid, escape_bytes(requests[i].answers[k].step));
    }
    if (!others) continue;
    out += fmt::format("  {:<16} {}: answered {}\n", name, escape_bytes(requests[i].name), counts);
  }
  return out;
}

std::string lanes_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements) {
  std::string out;
  if (measurements.empty()) return out;
  for (std::size_t i = 0; i < measurements.front()->lanes.size(); ++i) {
    LoadLaneCount sum = measurements.front()->lanes[i];
    double seconds = 0;
    for (const LoadMeasurement* one : measurements) seconds += std::chrono::duration<double>(one->timed).count();
    for (std::size_t k = 1; k < measurements.size(); ++k) {
      const LoadLaneCount& lane = measurements[k]->lanes[i];
      sum.valid += lane.valid;
      sum.due += lane.due;
      sum.backlog_at_end += lane.backlog_at_end;
      sum.lateness.merge(lane.lateness);
    }
    out +=
        fmt::format("  {:<16} {} on {} connections: {:.0f} valid answers per second", name, escape_bytes(sum.profiles),
                    sum.connections, seconds > 0 ? static_cast<double>(sum.valid) / seconds : 0.0);
    if (sum.rate_per_second > 0) {
      out += fmt::format("; {:g}/s were due, {} of {} not sent at the end, sent late by {} (p50), {} (p99), {} (max)",
                         sum.rate_per_second, sum.backlog_at_end, sum.due, percentile_text(sum.lateness, 50),
                         percentile_text(sum.lateness, 99), percentile_text(sum.lateness, 100));
    }
    out += "\n";
  }
  return out;
}

std::string overload_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements) {
  const bool overloaded = std::any_of(measurements.begin(), measurements.end(),
                                      [](const LoadMeasurement* one) { return one->client_overload; });
  if (!overloaded) return "";
  return fmt::format(
      "  {:<16} client overload: more was due than this client can send; the figure is not the server's\n", name);
}

}  // namespace httparity
