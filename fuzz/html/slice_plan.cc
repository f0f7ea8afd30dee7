#include "fuzz/html/slice_plan.h"

#include <algorithm>

namespace httparity::html {

SlicePlan::SlicePlan(const std::vector<std::unique_ptr<Engine>>& engines, const std::vector<EngineReport>& reports,
                     std::vector<std::uint64_t> limits, const std::vector<WaitingSlice>& waiting)
    : limits_(std::move(limits)), done_(engines.size()) {
  const bool to_their_ends = limits_.empty();
  for (const std::unique_ptr<Engine>& engine : engines) slice_cases_.push_back(engine->slice_cases());
  for (const EngineReport& engine : reports) {
    names_.push_back(engine.name);
    handed_.push_back(engine.next);
    if (to_their_ends) limits_.push_back(engine.size);
  }
  for (const WaitingSlice& slice : waiting) done_.at(slice.engine)[slice.from] = slice.count;
}

std::optional<Job> SlicePlan::next(std::uint64_t scale) {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    for (auto at = done_[i].find(handed_[i]); at != done_[i].end(); at = done_[i].find(handed_[i])) {
      handed_[i] += at->second;
    }
  }
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
  // An engine whose slices are large as they are keeps them: a budget is looked at between slices.
  constexpr std::uint64_t kMostCases = 65536;
  const std::uint64_t cases = std::max(slice_cases_[best], std::min(slice_cases_[best] * scale, kMostCases));
  job.count = std::min(cases, limits_[best] - handed_[best]);
  const auto behind = done_[best].upper_bound(job.from);
  if (behind != done_[best].end()) job.count = std::min(job.count, behind->first - job.from);
  handed_[best] += job.count;
  return job;
}

}  // namespace httparity::html
