#include "report/units.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

TEST(Units, ThousandsAreGrouped) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(41'203'112.4), "41,203,112");
}

TEST(Units, APercentileOfNothingIsNoTime) {
  Histogram times;
  EXPECT_EQ(percentile_text(times, 50), "-");
  EXPECT_EQ(percentile_text(times, 100), "-");
  times.record(std::chrono::milliseconds(2));
  times.record(std::chrono::milliseconds(3));
  EXPECT_EQ(percentile_text(times, 100), "3.00 ms");
}

TEST(Units, TimesHaveTheUnitThatFits) {
  EXPECT_EQ(time_text(std::chrono::microseconds(812)), "812 us");
  EXPECT_EQ(time_text(std::chrono::microseconds(3214)), "3.21 ms");
  EXPECT_EQ(time_text(std::chrono::milliseconds(1200)), "1.20 s");
}

}  // namespace
}  // namespace httparity
