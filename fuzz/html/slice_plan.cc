#include "fuzz/html/slice_plan.h"

#include <algorithm>

namespace httparity::html {

SlicePlan::SlicePlan(const std::vector<std::unique_ptr<Engine>>& engines, const std::vector<EngineReport>& reports,
                     std::vector<std::uint64_t> limits)
    : limits_(std::move(limits)) {
  const bool to_their_ends = limits_.empty();
  for (const std::unique_ptr<Engine>& engine : engines) slice_cases_.push_back(engine->slice_cases());
  for (const EngineReport& engine : reports) {
    names_.push_back(engine.name);
    handed_.push_back(engine.next);
    if (to_their_ends) limits_.push_back(engine.size);
  }
}

std::optional<Job> SlicePlan::next() {
  std::size_t best = limits_.size();
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    if (handed_[i] >= limits_[i]) continue;
    if (best == limits_.size() || handed_[i] < handed_[best]) best = i;
    if (names_[i] == "corpus") {
      best = i;
      break;
    }
  }
  if (best == limits_.size()) return std::nullopt;
  Job job;
  job.engine = best;
  job.from = handed_[best];
  job.count = std::min(slice_cases_[best], limits_[best] - handed_[best]);
  handed_[best] += job.count;
  return job;
}

}  // namespace httparity::html
