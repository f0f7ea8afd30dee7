#include "load/load_options.h"

#include <gtest/gtest.h>

#include <vector>

namespace httparity {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(LoadOptions, TimesHaveAUnit) {
  EXPECT_EQ(*parse_time("250us"), microseconds(250));
  EXPECT_EQ(*parse_time("1.5ms"), microseconds(1500));
  EXPECT_EQ(*parse_time("2s"), seconds(2));
  EXPECT_EQ(*parse_time("5m"), seconds(300));
  for (const char* wrong : {"", "5", "s", "-1s", "1d", "1e9s", "1 s"}) EXPECT_FALSE(parse_time(wrong)) << wrong;
}

TEST(LoadOptions, ThresholdsNameAPercentileAndATime) {
  const auto threshold = parse_threshold("p99.9=20ms");
  ASSERT_TRUE(threshold);
  EXPECT_DOUBLE_EQ(threshold->percent, 99.9);
  EXPECT_EQ(threshold->limit, milliseconds(20));
  EXPECT_DOUBLE_EQ(parse_threshold("max=1s")->percent, 100);
  for (const char* wrong : {"", "p99", "p99=", "p99=20", "p0=1s", "p101=1s", "q99=1s", "p99<20ms"}) {
    EXPECT_FALSE(parse_threshold(wrong)) << wrong;
  }
}

TEST(LoadOptions, ProcessorsAreAList) {
  EXPECT_EQ(*parse_cpus("0"), std::vector<int>{0});
  for (const char* wrong : {"", "x", "0,", "3-1", "-1", "99999"}) EXPECT_FALSE(parse_cpus(wrong)) << wrong;
}

TEST(LoadOptions, CountsAreAList) {
  EXPECT_EQ(*parse_counts("1,16,64"), (std::vector<std::size_t>{1, 16, 64}));
  for (const char* wrong : {"", "0", "1,", "-1", "x"}) EXPECT_FALSE(parse_counts(wrong)) << wrong;
}

TEST(LoadOptions, RoundsAreEvenWhereTargetsTakeTurns) {
  LoadOptions options;
  options.rounds = 3;
  EXPECT_FALSE(check_options(options, 2));
  EXPECT_TRUE(check_options(options, 1));
  options.rounds = 4;
  EXPECT_TRUE(check_options(options, 2));
}

TEST(LoadOptions, ServerAndClientHaveProcessorsOfTheirOwn) {
  LoadOptions options;
  options.server_cpus = {0, 1};
  options.client_cpus = {1};
  EXPECT_FALSE(check_options(options, 1));
}

}  // namespace
}  // namespace httparity
