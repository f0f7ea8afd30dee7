#include "result/histogram.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace httparity {
namespace {

using std::chrono::nanoseconds;

Histogram of(const std::vector<std::uint32_t>& durations, unsigned scale = 1) {
  Histogram histogram;
  for (const auto ns : durations) histogram.record(nanoseconds(static_cast<std::int64_t>(ns) * scale));
  return histogram;
}

RC_GTEST_PROP(Histogram, EveryDurationLiesInItsBucketAndTheBucketIsNarrow, (std::uint32_t ns, std::uint8_t scale)) {
  const auto duration = static_cast<std::int64_t>(ns) * scale;
  Histogram histogram;
  histogram.record(nanoseconds(duration));
  const auto buckets = histogram.buckets();
  RC_ASSERT(buckets.size() == 1U);
  RC_ASSERT(buckets[0].lowest.count() <= duration);
  RC_ASSERT(duration <= buckets[0].highest.count());
  RC_ASSERT(static_cast<double>((buckets[0].highest - buckets[0].lowest).count()) <=
            0.008 * static_cast<double>(duration));
}

RC_GTEST_PROP(Histogram, MergingEqualsRecordingAll,
              (const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y)) {
  Histogram merged = of(x);
  merged.merge(of(y));
  std::vector<std::uint32_t> both = x;
  both.insert(both.end(), y.begin(), y.end());
  RC_ASSERT(merged == of(both));
}

RC_GTEST_PROP(Histogram, PercentileIsWithinABucketOfTheSortedAnswer, (std::vector<std::uint32_t> durations)) {
  RC_PRE(!durations.empty());
  const Histogram histogram = of(durations, 7);
  std::sort(durations.begin(), durations.end());
  for (const double percent : {0.0, 50.0, 90.0, 99.0, 99.99, 100.0}) {
    const auto rank =
        static_cast<std::size_t>(std::max(1.0, std::ceil(percent / 100 * static_cast<double>(durations.size()))));
    const double exact = 7.0 * durations[rank - 1];
    const auto found = static_cast<double>(histogram.percentile(percent).count());
    RC_ASSERT(found >= exact);
    RC_ASSERT(found <= exact * 1.008 + 1);
  }
}

TEST(Histogram, KeepsExtremesExactAndCountsNegativeAsZero) {
  Histogram histogram;
  histogram.record(nanoseconds(-5));
  histogram.record(nanoseconds(123456789));
  histogram.record(std::chrono::hours(2));
  EXPECT_EQ(histogram.min(), nanoseconds(0));
  EXPECT_EQ(histogram.max(), std::chrono::hours(2));
  EXPECT_EQ(histogram.percentile(100), std::chrono::hours(2));
  EXPECT_EQ(histogram.count(), 3U);
}

TEST(Histogram, AnEmptyOneAnswersZero) {
  const Histogram histogram;
  EXPECT_EQ(histogram.percentile(99), nanoseconds(0));
  EXPECT_EQ(histogram.max(), nanoseconds(0));
  EXPECT_TRUE(histogram.buckets().empty());
}

}  // namespace
}  // namespace httparity
