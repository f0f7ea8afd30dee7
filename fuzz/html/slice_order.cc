#include "fuzz/html/slice_order.h"

#include <utility>

namespace httparity::html {

void SliceOrder::resume(const std::vector<WaitingSlice>& waiting) {
  for (const WaitingSlice& slice : waiting) take(slice);
}

void SliceOrder::take(WaitingSlice slice) {
  const std::pair place{slice.engine, slice.from};
  slices_.insert_or_assign(place, std::move(slice));
}

bool SliceOrder::count(std::vector<EngineReport>& reports,
                       const std::function<void(const std::string& raw, const RawBucket& bucket)>& bucket) {
  bool counted = false;
  for (std::size_t engine = 0; engine < reports.size(); ++engine) {
    EngineReport& report = reports[engine];
    for (auto found = slices_.find({engine, report.next}); found != slices_.end();
         found = slices_.find({engine, report.next})) {
      const WaitingSlice slice = std::move(found->second);
      slices_.erase(found);
      if (slice.count == 0) break;
      counted = true;
      report.next += slice.count;
      report.cases += slice.result.cases;
      report.unsupported += slice.result.unsupported;
      report.differences += slice.result.differences;
      for (const auto& [raw, one] : slice.result.buckets) bucket(raw, one);
    }
  }
  return counted;
}

std::vector<WaitingSlice> SliceOrder::waiting() const {
  std::vector<WaitingSlice> all;
  for (const auto& [place, slice] : slices_) all.push_back(slice);
  return all;
}

}  // namespace httparity::html
