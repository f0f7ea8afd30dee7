#include "result/load_verdicts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "result/exit_status.h"

namespace httparity {
namespace {

using std::chrono::seconds;

LoadMeasurement measured(std::size_t target, std::size_t round, std::uint64_t valid) {
  LoadMeasurement out;
  out.target = target;
  out.round = round;
  out.timed = seconds(1);
  out.requests.resize(1);
  out.requests[0].name = "GET";
  out.requests[0].valid = valid;
  out.started = valid;
  return out;
}

LoadResult of_rates(const std::vector<std::uint64_t>& reference, const std::vector<std::uint64_t>& port) {
  LoadResult out;
  out.targets.resize(2);
  out.targets[0].name = "reference";
  out.targets[1].name = "port";
  out.steps.resize(1);
  out.steps[0].connections = 64;
  for (std::size_t round = 0; round < reference.size(); ++round) {
    out.measurements.push_back(measured(0, round, reference[round]));
    out.measurements.push_back(measured(1, round, port[round]));
  }
  return out;
}

int status(LoadResult result) {
  RunResult run;
  run.found = std::move(result);
  return static_cast<int>(exit_status(run));
}

TEST(LoadVerdicts, RatiosPairTheRoundsSoThatDriftOfTheMachineFallsOut) {
  // The machine halves its speed meanwhile; the port is twice as fast in every round.
  const auto ratios = compare_rounds(of_rates({1000, 800, 600, 500}, {2000, 1600, 1200, 1000}));
  ASSERT_EQ(ratios.size(), 1U);
  EXPECT_DOUBLE_EQ(ratios[0].median, 2.0);
  EXPECT_DOUBLE_EQ(ratios[0].low, 2.0);
  EXPECT_DOUBLE_EQ(ratios[0].high, 2.0);
  EXPECT_FALSE(ratios[0].indistinguishable);
}

TEST(LoadVerdicts, AnIntervalThatSpansOneIsIndistinguishable) {
  const auto ratios = compare_rounds(of_rates({1000, 1000, 1000, 1000, 1000, 1000}, {900, 1100, 950, 1050, 980, 1020}));
  EXPECT_TRUE(ratios[0].indistinguishable);
  EXPECT_LT(ratios[0].low, 1);
  EXPECT_GT(ratios[0].high, 1);
}

TEST(LoadVerdicts, FewRoundsDistinguishNothing) {
  EXPECT_TRUE(compare_rounds(of_rates({1000, 1000}, {2000, 2000}))[0].indistinguishable);
}

TEST(LoadVerdicts, ThePlainRuleLooksAtTheBests) {
  EXPECT_TRUE(compare_rounds(of_rates({900, 1000}, {950, 1050}))[0].within_spread);
  EXPECT_FALSE(compare_rounds(of_rates({990, 1000}, {1190, 1200}))[0].within_spread);
}

TEST(LoadVerdicts, ALostTargetHasNoRatio) {
  LoadResult result = of_rates({1000, 1000}, {1000, 1000});
  for (LoadMeasurement& one : result.measurements) one.target_lost = one.target == 1;
  EXPECT_TRUE(compare_rounds(result).empty());
  EXPECT_EQ(status(result), 3);
}

TEST(LoadVerdicts, ACleanRunIsParity) {
  EXPECT_EQ(status(of_rates({1000, 1000}, {1000, 1000})), 0);
}

TEST(LoadVerdicts, OneInvalidAnswerIsADifferenceWhateverTheRate) {
  LoadResult result = of_rates({1000}, {1'000'000});
  result.measurements[1].requests[0].invalid = 1;
  result.measurements[1].started += 1;
  EXPECT_EQ(status(result), 1);
  LoadResult warm = of_rates({1000}, {1000});
  warm.measurements[1].warmup_invalid = 1;
  EXPECT_EQ(status(warm), 1);
}

TEST(LoadVerdicts, NothingMeasuredIsInconclusive) {
  EXPECT_EQ(status(of_rates({0}, {0})), 5);
  EXPECT_EQ(status(LoadResult{}), 5);
}

TEST(LoadVerdicts, ARequestThatIsNotAccountedForVoidsTheRun) {
  LoadResult result = of_rates({1000}, {1000});
  result.measurements[0].started = 1001;
  ASSERT_EQ(void_reasons(result).size(), 1U);
  EXPECT_EQ(status(result), 4);
  result.measurements[0].unanswered = 1;
  EXPECT_TRUE(void_reasons(result).empty());
  result.gates.max_errors = 1;
  EXPECT_EQ(status(result), 0);
}

TEST(LoadVerdicts, AClientNearItsOwnLimitVoidsTheRun) {
  LoadResult result = of_rates({1000}, {1000});
  result.steps[0].client_capacity = 1500;
  EXPECT_EQ(void_reasons(result).size(), 2U);
  result.gates.headroom = 0.9;
  EXPECT_TRUE(void_reasons(result).empty());
}

TEST(LoadVerdicts, ForeignProcessesOnPinnedProcessorsVoidTheRun) {
  LoadResult result = of_rates({1000}, {1000});
  result.measurements[0].foreign_cpu = 0.2;
  EXPECT_EQ(void_reasons(result).size(), 1U);
}

TEST(LoadVerdicts, DriftIsTheLastThirdBesideTheFirst) {
  LoadResult result = of_rates({1000}, {1000});
  LoadMeasurement& one = result.measurements[0];
  one.timed = seconds(9);
  one.seconds.resize(9);
  for (std::size_t i = 0; i < 9; ++i) one.seconds[i].valid = i < 6 ? 100 : 90;
  EXPECT_NEAR(*drift_of(one), -0.1, 1e-9);
  EXPECT_EQ(void_reasons(result).size(), 1U);
  result.gates.drift = 0.2;
  EXPECT_TRUE(void_reasons(result).empty());
  EXPECT_FALSE(drift_of(result.measurements[1]));
}

TEST(LoadVerdicts, ThresholdsLookAtLatency) {
  LoadResult result = of_rates({1}, {1});
  for (LoadMeasurement& one : result.measurements) one.requests[0].service.record(std::chrono::milliseconds(30));
  result.gates.thresholds.push_back({"p99<20ms", 99, std::chrono::milliseconds(20)});
  EXPECT_EQ(missed_gates(result).size(), 2U);
  EXPECT_EQ(status(result), 4);
  result.gates.thresholds[0].limit = std::chrono::milliseconds(40);
  EXPECT_EQ(status(result), 0);
}

TEST(LoadVerdicts, TheSearchNamesTheHighestStepThatHoldsAndMissesNoGate) {
  LoadResult result = of_rates({1}, {1});
  result.steps.resize(3);
  for (std::size_t i = 0; i < 3; ++i) result.steps[i].connections = std::size_t{1} << (3 * i);
  result.measurements.clear();
  for (std::size_t step = 0; step < 3; ++step) {
    LoadMeasurement one = measured(0, 0, 1);
    one.step = step;
    one.requests[0].service.record(std::chrono::milliseconds(10 << step));
    result.measurements.push_back(one);
  }
  result.gates.thresholds.push_back({"p99=20ms", 99, std::chrono::milliseconds(20)});
  EXPECT_EQ(highest_step_that_holds(result, 0), 1U);
  EXPECT_EQ(highest_step_that_holds(result, 1), std::nullopt);
  EXPECT_EQ(status(result), 4);
  result.gates.search = true;
  EXPECT_EQ(status(result), 0);
}

TEST(LoadVerdicts, AnOverflowingAcceptQueueIsNamedInWords) {
  LoadMeasurement one;
  EXPECT_FALSE(backlog_words(one));
  one.kernel.listen_overflows = 7;
  one.connect.record(std::chrono::milliseconds(1030));
  const std::string words = *backlog_words(one);
  EXPECT_NE(words.find("overflowed 7 times"), std::string::npos);
  EXPECT_NE(words.find("1.03 s"), std::string::npos);
  EXPECT_NE(words.find("backlog"), std::string::npos);
}

TEST(LoadVerdicts, RequestsOfWhichNoneWasAnsweredMissTheGateOfErrors) {
  LoadResult unanswered = of_rates({0}, {0});
  unanswered.measurements.resize(1);
  LoadMeasurement& one = unanswered.measurements[0];
  one.started = 64;
  one.unanswered = 64;
  one.errors = {{"timeout-first-byte", 64, "after 0 bytes", seconds(10)}};
  EXPECT_EQ(status(unanswered), 4);
  EXPECT_FALSE(holds(one, unanswered.gates));

  LoadResult tolerated = unanswered;
  tolerated.gates.max_error_share = 1;
  EXPECT_EQ(status(tolerated), 5);
  EXPECT_FALSE(holds(one, tolerated.gates));

  one.target_lost = true;
  EXPECT_EQ(status(unanswered), 3);
  one = {};
  EXPECT_EQ(status(unanswered), 5);
}

TEST(LoadVerdicts, AFailedAuditAndAnUncoveredDifferenceAreDifferences) {
  LoadResult audited = of_rates({1}, {1});
  audited.audits.emplace_back();
  EXPECT_EQ(status(audited), 1);
  LoadResult refused = of_rates({1}, {1});
  refused.targets[1].differing.emplace_back();
  EXPECT_EQ(status(refused), 1);
}

LoadResult with_history(double capacity, std::vector<double> before) {
  LoadResult result;
  LoadStepPlan step;
  step.connections = 64;
  step.client_capacity = capacity;
  step.capacity_before = std::move(before);
  result.steps = {step};
  return result;
}

TEST(LoadVerdicts, ACalibrationOutOfLineWithTheMachinesHistoryIsVoid) {
  const auto reasons = void_reasons(with_history(60'000, {100'000, 101'000, 99'000, 98'000, 100'500}));
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_NE(reasons[0].find("-40 % of the median of 5 earlier calibrations"), std::string::npos) << reasons[0];
  EXPECT_EQ(void_reasons(with_history(150'000, {100'000, 101'000, 99'000, 98'000, 100'500})).size(), 1U);
  EXPECT_TRUE(void_reasons(with_history(90'000, {100'000, 101'000, 99'000, 98'000, 100'500})).empty());
}

TEST(LoadVerdicts, ALinkThatIsFullIsVoidAndOneThatIsNotKnownIsNot) {
  LoadResult result;
  result.targets.resize(1);
  result.targets[0].name = "far";
  result.steps.resize(1);
  LoadMeasurement one;
  one.timed = std::chrono::seconds(2);
  one.requests.resize(1);
  one.requests[0].bytes = 238'000'000;  // 952 Mbit/s
  result.measurements = {one};
  EXPECT_TRUE(void_reasons(result).empty());
  result.targets[0].link_bits_per_second = 10e9;
  EXPECT_TRUE(void_reasons(result).empty());
  result.targets[0].link_bits_per_second = 1e9;
  ASSERT_EQ(void_reasons(result).size(), 1U);
  EXPECT_NE(void_reasons(result)[0].find("95 % of the link's 1000 Mbit/s"), std::string::npos)
      << void_reasons(result)[0];
}

TEST(LoadVerdicts, ARateThatTheClientItselfCouldNotSendIsVoid) {
  LoadResult result;
  result.targets.resize(1);
  result.steps.resize(1);
  result.steps[0].rate_per_second = 1000;
  LoadMeasurement one;
  one.timed = std::chrono::seconds(1);
  one.due = 1000;
  one.backlog_at_end = 300;
  one.client_busy = 0.99;
  result.measurements = {one};
  ASSERT_EQ(void_reasons(result).size(), 1U);
  EXPECT_NE(void_reasons(result)[0].find("the client itself could not send 1000/s"), std::string::npos);
  result.measurements[0].client_busy = 0.5;  // then it was the server that held it up
  EXPECT_TRUE(void_reasons(result).empty());
}

TEST(LoadVerdicts, FourCalibrationsAreNoHistory) {
  EXPECT_TRUE(void_reasons(with_history(60'000, {100'000, 101'000, 99'000, 98'000})).empty());
}

TEST(LoadVerdicts, AFileThatIsAnotherInALaterRoundIsVoid) {
  LoadResult result;
  result.targets.resize(1);
  result.targets[0].name = "nginx";
  result.targets[0].files = {{0, "/a", "1"}, {0, "/b", "2"}, {1, "/a", "1"}, {1, "/b", "2"}};
  EXPECT_TRUE(void_reasons(result).empty());
  result.targets[0].files.push_back({2, "/b", "3"});
  EXPECT_EQ(void_reasons(result), std::vector<std::string>{"nginx: /b in round 3 is another file than in round 1"});
}

TEST(LoadVerdicts, ErrorsAreToleratedByNumberOrByPart) {
  LoadResult result = of_rates({1000}, {1000});
  result.measurements[0].unanswered = 2;
  result.measurements[0].started = 1002;
  EXPECT_EQ(missed_gates(result).size(), 1U);
  result.gates.max_error_share = 0.001;
  EXPECT_EQ(missed_gates(result).size(), 1U);
  result.gates.max_error_share = 0.002;
  EXPECT_TRUE(missed_gates(result).empty());
}

TEST(LoadVerdicts, AClientThatWasOverloadedMakesARunVoidAndASearchEnd) {
  LoadResult result = of_rates({1000}, {1000});
  result.measurements[0].client_overload = true;
  ASSERT_EQ(void_reasons(result).size(), 1U);
  EXPECT_NE(void_reasons(result)[0].find("client overload"), std::string::npos);
  EXPECT_FALSE(holds(result.measurements[0], result.gates));
  result.gates.search = true;
  EXPECT_TRUE(void_reasons(result).empty());
}

}  // namespace
}  // namespace httparity
