#include "load/load_options.h"

#include <gtest/gtest.h>

#include <string>
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

TEST(LoadOptions, RatesAreRequestsPerSecond) {
  EXPECT_DOUBLE_EQ(*parse_rate("200"), 200);
  EXPECT_DOUBLE_EQ(*parse_rate("200/s"), 200);
  EXPECT_DOUBLE_EQ(*parse_rate("1.5k/s"), 1500);
  for (const char* wrong : {"", "0", "-1", "k", "200/m", "200 /s", "1e9", "nan", "inf"}) {
    EXPECT_FALSE(parse_rate(wrong)) << wrong;
  }
}

TEST(LoadOptions, WhatIsTooLargeIsCalledThatWithTheMost) {
  const auto refused = [](const auto& parsed) { return parsed ? std::string("taken") : parsed.error().what; };
  EXPECT_EQ(refused(parse_counts("64,1000001")), "1000001 is too large: at most 1000000");
  EXPECT_EQ(refused(parse_counts("99999999999999999999999")), "99999999999999999999999 is too large: at most 1000000");
  EXPECT_EQ(refused(parse_rate("1e9")), "\"1e9\" is too large: at most 100000000 per second");
  EXPECT_EQ(refused(parse_rate("1e999")), "\"1e999\" is too large: at most 100000000 per second");
  EXPECT_EQ(refused(parse_time("1e9s")), "\"1e9s\" is too long: at most 277h");
  for (const std::string& text : {refused(parse_threshold("p99=1e9s")), refused(parse_profile("writers=1e9")),
                                  refused(parse_profile("writers=5,1000001")), refused(parse_steps("rate=1k..1e9 x2")),
                                  refused(parse_steps("conns=1000001"))}) {
    EXPECT_NE(text.find(": at most "), std::string::npos) << text;
  }
}

TEST(LoadOptions, AProfileHasARateAndPerhapsConnections) {
  EXPECT_EQ(*parse_profile("writers=200/s"), (ProfileRate{"writers", 200, 8}));
  EXPECT_EQ(*parse_profile("a=b=2k,32"), (ProfileRate{"a=b", 2000, 32}));
  for (const char* wrong : {"", "writers", "writers=", "writers=x", "writers=200,0", "writers=200,1,2"}) {
    const auto parsed = parse_profile(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_NE(parsed.error().what.find("such as writers=200/s"), std::string::npos);
  }
}

TEST(LoadOptions, StepsAreAListOrARampWithBothEnds) {
  EXPECT_EQ(parse_steps("conns=1,4,16")->connections, (std::vector<std::size_t>{1, 4, 16}));
  EXPECT_EQ(parse_steps("rate=1k,2.5k")->rates, (std::vector<double>{1000, 2500}));
  EXPECT_EQ(parse_steps("rate=1k..3k x1.5")->rates, (std::vector<double>{1000, 1500, 2250, 3000}));
  EXPECT_EQ(parse_steps("rate=1k..3k +1k")->rates, (std::vector<double>{1000, 2000, 3000}));
  for (const char* wrong :
       {"", "1,2", "conns=0", "conns=1..4 x2", "rate=", "rate=1k..", "rate=1k..2k", "rate=2k..1k x2", "rate=1k..2k x1",
        "rate=1k..2k *2", "rate=1k..2k x", "rate=1..1k +1", "rates=1k"}) {
    EXPECT_FALSE(parse_steps(wrong)) << wrong;
  }
}

TEST(LoadOptions, RoundsAreEvenWhereTargetsTakeTurns) {
  LoadOptions options;
  options.rounds = 3;
  EXPECT_FALSE(check_options(options, 2));
  EXPECT_TRUE(check_options(options, 1));
  options.rounds = 4;
  EXPECT_TRUE(check_options(options, 2));
}

TEST(LoadOptions, OddRoundsAreRefusedWithTheNextEvenNumber) {
  LoadOptions options;
  options.rounds = 3;
  EXPECT_EQ(check_options(options, 2).error().what,
            "--rounds 3: with 2 targets it must be even, so that each goes first as often as the others: take 4");
}

TEST(LoadOptions, ASearchNeedsSomethingThatCanBeMissed) {
  LoadOptions options;
  options.gates.search = true;
  const auto refused = check_options(options, 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("add one, such as --threshold p99=20ms"), std::string::npos);
  options.rates = {1000, 2000};
  EXPECT_TRUE(check_options(options, 1));
  options.rates.clear();
  options.gates.thresholds.push_back(*parse_threshold("p99=20ms"));
  EXPECT_TRUE(check_options(options, 1));
}

TEST(LoadOptions, ServerAndClientHaveProcessorsOfTheirOwn) {
  LoadOptions options;
  options.server_cpus = {0, 1};
  options.client_cpus = {1};
  EXPECT_FALSE(check_options(options, 1));
}

}  // namespace
}  // namespace httparity
