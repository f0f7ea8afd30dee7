#include "report/load_summary.h"

#include <gtest/gtest.h>

#include "result/load_fixture.h"

namespace httparity {
namespace {

TEST(LoadSummary, RoundsStandFromWorstToBestWithTheirMedianAndTheRatioBeside) {
  const RunResult run = load_of_two();
  const LoadResult& result = std::get<LoadResult>(run.found);
  const auto steps = summarize(result);
  ASSERT_EQ(steps.size(), 1U);
  ASSERT_EQ(steps[0].targets.size(), 2U);
  const TargetSummary& reference = steps[0].targets[0];
  EXPECT_EQ(reference.rates, (std::vector<double>{500, 505, 510, 515}));
  EXPECT_DOUBLE_EQ(reference.rate.median, 507.5);
  EXPECT_FALSE(reference.ratio);
  EXPECT_EQ(reference.valid, 1000U + 1010 + 1020 + 1030);
  EXPECT_EQ(reference.latency.count(), reference.valid);
  ASSERT_TRUE(steps[0].targets[1].ratio);
  EXPECT_LT(steps[0].targets[1].ratio->high, 1);
}

TEST(LoadSummary, WhatTheServerTookIsThereWhereItWasStartedHere) {
  RunResult run = load_of_two();
  LoadResult& result = std::get<LoadResult>(run.found);
  for (LoadMeasurement& one : result.measurements) {
    if (one.target == 1) one.server.reset();
  }
  const auto steps = summarize(result);
  EXPECT_NEAR(*steps[0].targets[0].server_us, 1.5e6 / 1015, 5);
  EXPECT_DOUBLE_EQ(*steps[0].targets[0].rss_peak_bytes, 10 << 20);
  EXPECT_FALSE(steps[0].targets[1].server_us);
  EXPECT_FALSE(steps[0].targets[1].rss_peak_bytes);
}

TEST(LoadSummary, AMeasurementWithoutAnyLoadIsInNoRow) {
  RunResult run = load_of_two();
  LoadResult& result = std::get<LoadResult>(run.found);
  for (LoadMeasurement& one : result.measurements) one.failure = "no connection";
  EXPECT_TRUE(summarize(result).empty());
}

}  // namespace
}  // namespace httparity
