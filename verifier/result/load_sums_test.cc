#include "result/load_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/load_fixture.h"
#include "result/read_result.h"
#include "result/result_json.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

LoadMeasurement whole() {
  const RunResult result = full_load();
  return std::get<LoadResult>(result.found).measurements[0];
}

// "member why" of a measurement that `change` was made to; empty where all adds up.
template <typename Change>
std::string broken_by(const Change& change) {
  LoadMeasurement one = whole();
  change(one);
  const auto broken = broken_sum(one);
  return broken ? broken->member + " " + broken->why : "";
}

TEST(LoadSums, AMeasurementAddsUp) {
  EXPECT_EQ(broken_by([](LoadMeasurement&) {}), "");
  EXPECT_FALSE(broken_sum(LoadMeasurement{}));
}

TEST(LoadSums, AHistogramCountsTheAnswersThatItStandsFor) {
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.requests[0].valid = 999; }),
            "requests \"s / GET\" has a histogram (service) of 1000, not 999");
  const auto late = std::chrono::seconds(1);
  EXPECT_EQ(broken_by([&](LoadMeasurement& one) { one.requests[0].response.record(late); }),
            "requests \"s / GET\" has a histogram (response) of 1001, not 1000");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.connects.made = 63; }), "connect is a histogram of 64, not 63");
}

TEST(LoadSums, SecondsLanesAnswersAndKindsAddUp) {
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { ++one.seconds[0].valid; }),
            "seconds have valid answers whose sum is 1001, not 1000");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.requests[0].invalid = 0; }),
            "seconds have invalid answers whose sum is 2, not 0");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.requests[0].answers[1].valid = 0; }),
            "requests \"s / GET\" has answers whose sum is 900, not 1000");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.lanes[0].valid = 1; }),
            "lanes have valid answers whose sum is 1, not 1000");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.due = 1009; }), "lanes have arrivals whose sum is 1010, not 1009");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.backlog_at_end = 0; }),
            "lanes have a backlog whose sum is 3, not 0");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.lateness = {}; }),
            "lanes have histograms (lateness) whose sum is 1, not 0");
  EXPECT_EQ(broken_by([](LoadMeasurement& one) { one.wrong_kinds.clear(); }), "wrong_kinds have a sum of 0, not 3");
}

TEST(LoadSums, SurplusIsAWrongAnswerToNoRequest) {
  EXPECT_EQ(broken_by([](LoadMeasurement& one) {
              one.errors.push_back({"surplus", 2, "2 bytes", {}});
              one.wrong_kinds.push_back({"surplus-bytes", 2, "bytes behind the response", {}});
            }),
            "");
}

TEST(LoadSums, AFileWhoseSumIsBrokenIsRefusedWithItsPlace) {
  RunResult result = full_load();
  std::get<LoadResult>(result.found).measurements[3].connects.made = 5;
  const auto read = parse_result(render_json(result), "results.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("/load/measurements/3/connect: is a histogram of 1, not 5"));
}

}  // namespace
}  // namespace httparity
