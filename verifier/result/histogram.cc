#include "result/histogram.h"

#include <algorithm>
#include <cmath>

namespace httparity {

Histogram::Histogram() : counts_(kBuckets) {}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  min_ns_ = std::min(min_ns_, other.min_ns_);
  max_ns_ = std::max(max_ns_, other.max_ns_);
}

std::chrono::nanoseconds Histogram::min() const {
  return std::chrono::nanoseconds(count_ == 0 ? 0 : static_cast<std::int64_t>(min_ns_));
}

std::chrono::nanoseconds Histogram::max() const {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(max_ns_));
}

double Histogram::mean_ns() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_ns_) / static_cast<double>(count_);
}

std::chrono::nanoseconds Histogram::percentile(double percent) const {
  if (count_ == 0) return std::chrono::nanoseconds(0);
  const double share = std::clamp(percent, 0.0, 100.0) / 100.0;
  const auto wanted =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i + 1 < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= wanted) {
      return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(lowest_of(i + 1) - 1, max_ns_)));
    }
  }
  return max();
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
  std::vector<Bucket> out;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const bool last = i + 1 == counts_.size();
    const std::uint64_t highest = last ? std::max(max_ns_, lowest_of(i)) : lowest_of(i + 1) - 1;
    out.push_back({std::chrono::nanoseconds(static_cast<std::int64_t>(lowest_of(i))),
                   std::chrono::nanoseconds(static_cast<std::int64_t>(highest)), counts_[i]});
  }
  return out;
}

std::optional<Histogram> Histogram::of(const std::vector<Bucket>& buckets, std::chrono::nanoseconds min,
                                       std::chrono::nanoseconds max, std::uint64_t sum_ns) {
  Histogram out;
  if (buckets.empty()) return out;
  for (const Bucket& bucket : buckets) {
    if (bucket.lowest.count() < 0) return std::nullopt;
    const auto lowest = static_cast<std::uint64_t>(bucket.lowest.count());
    const std::size_t index = index_of(lowest);
    if (bucket.count == 0 || out.counts_[index] != 0 || lowest_of(index) != lowest) return std::nullopt;
    out.counts_[index] = bucket.count;
    out.count_ += bucket.count;
  }
  if (min.count() < 0 || max < min) return std::nullopt;
  out.min_ns_ = static_cast<std::uint64_t>(min.count());
  out.max_ns_ = static_cast<std::uint64_t>(max.count());
  if (out.counts_[index_of(out.min_ns_)] == 0 || out.counts_[index_of(out.max_ns_)] == 0) return std::nullopt;
  out.sum_ns_ = sum_ns;
  return out;
}

std::uint64_t Histogram::lowest_of(std::size_t index) {
  if (index < kLinear) return index;
  const std::size_t above = index - kLinear;
  const auto shift = static_cast<unsigned>(above >> kSubBits) + 1;
  const std::uint64_t sub = above & ((std::size_t{1} << kSubBits) - 1);
  return ((std::uint64_t{1} << kSubBits) + sub) << shift;
}

}  // namespace httparity
