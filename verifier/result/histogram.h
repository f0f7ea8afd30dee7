#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace httparity {

/// Durations counted in log-linear buckets: exact below 256 ns, then 128 buckets for each power of two, so that a
/// bucket's width is at most 0.8 % of its value, up to 2^40 ns (18 minutes); longer ones count in the last bucket.
/// Minimum, maximum and sum are exact. Two histograms merge without loss.
class Histogram {
 public:
  /// One bucket with what it counted: durations from `lowest` to `highest`, both included.
  struct Bucket {
    std::chrono::nanoseconds lowest;
    std::chrono::nanoseconds highest;
    std::uint64_t count;
  };

  Histogram();

  /// Counts one duration; a negative one counts as 0.
  void record(std::chrono::nanoseconds duration) {
    const auto ns = duration.count() < 0 ? 0U : static_cast<std::uint64_t>(duration.count());
    ++counts_[index_of(ns)];
    ++count_;
    sum_ns_ += ns;
    if (ns < min_ns_) min_ns_ = ns;
    if (ns > max_ns_) max_ns_ = ns;
  }

  /// Adds all that `other` counted.
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds min() const;  ///< 0 where nothing was counted
  std::chrono::nanoseconds max() const;  ///< 0 where nothing was counted
  double mean_ns() const;                ///< 0 where nothing was counted
  /// The smallest duration that at least `percent` % of all don't exceed (0 to 100), as its bucket's upper end and
  /// never above `max()`; 0 where nothing was counted.
  std::chrono::nanoseconds percentile(double percent) const;
  std::uint64_t sum_ns() const { return sum_ns_; }
  /// All buckets that counted something, shortest first.
  std::vector<Bucket> buckets() const;
  /// The histogram of which `buckets`, minimum, maximum and sum are all there is; nullopt where they can't be one's.
  static std::optional<Histogram> of(const std::vector<Bucket>& buckets, std::chrono::nanoseconds min,
                                     std::chrono::nanoseconds max, std::uint64_t sum_ns);

  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  static constexpr unsigned kSubBits = 7;                 // 128 buckets for each power of two
  static constexpr unsigned kTopBit = 40;                 // durations of 2^40 ns and more share the last bucket
  static constexpr std::size_t kLinear = 2U << kSubBits;  // one bucket a nanosecond below this
  static constexpr std::size_t kBuckets = kLinear + (kTopBit - kSubBits - 1) * (1U << kSubBits);

  static std::size_t index_of(std::uint64_t ns) {
    if (ns < kLinear) return static_cast<std::size_t>(ns);
    const auto top = static_cast<unsigned>(63 - __builtin_clzll(ns));
    if (top >= kTopBit) return kBuckets - 1;
    const unsigned shift = top - kSubBits;
    return kLinear + (shift - 1) * (std::size_t{1} << kSubBits) +
           static_cast<std::size_t>((ns >> shift) - (1U << kSubBits));
  }
  static std::uint64_t lowest_of(std::size_t index);

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ns_ = 0;
  std::uint64_t min_ns_ = UINT64_MAX;
  std::uint64_t max_ns_ = 0;
};

}  // namespace httparity
