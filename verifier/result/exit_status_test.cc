#include "result/exit_status.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

StepResult step(Outcome outcome, std::optional<UnknownReason> reason = std::nullopt) {
  StepResult step;
  step.verdict.outcome = outcome;
  step.verdict.reason = reason;
  return step;
}

RunResult run_of(std::vector<StepResult> steps) {
  ScenarioResult scenario;
  scenario.steps = std::move(steps);
  RunResult result;
  result.found = VerifyResult{{scenario}, {}};
  return result;
}

TEST(ExitStatus, IsZeroWhereAllIsParity) {
  EXPECT_EQ(exit_status(run_of({step(Outcome::kParity)})), ExitStatus::kParity);
}

TEST(ExitStatus, IsNeverZeroWhereNothingWasCompared) {
  EXPECT_EQ(exit_status(run_of({})), ExitStatus::kInconclusive);
  RunResult empty;
  empty.found = VerifyResult{};
  EXPECT_EQ(exit_status(empty), ExitStatus::kInconclusive);
}

TEST(ExitStatus, OneDifferenceAmongManyIsEnough) {
  EXPECT_EQ(exit_status(run_of({step(Outcome::kParity), step(Outcome::kDiffers), step(Outcome::kParity)})),
            ExitStatus::kDifferences);
}

TEST(ExitStatus, ADeadTargetIsNoDifference) {
  EXPECT_EQ(exit_status(run_of({step(Outcome::kParity), step(Outcome::kUnknown, UnknownReason::kTargetDown)})),
            ExitStatus::kTarget);
}

TEST(ExitStatus, ADifferenceThatWasSeenStaysOneWhenTheTargetDiesLater) {
  EXPECT_EQ(exit_status(run_of({step(Outcome::kDiffers), step(Outcome::kUnknown, UnknownReason::kTargetDown)})),
            ExitStatus::kDifferences);
}

TEST(ExitStatus, AnyOtherUnknownIsInconclusive) {
  for (const UnknownReason reason :
       {UnknownReason::kTruncated, UnknownReason::kReset, UnknownReason::kTimeout, UnknownReason::kNoResponse,
        UnknownReason::kLimit, UnknownReason::kBadFraming, UnknownReason::kRequireUnmet, UnknownReason::kMaskUnmet}) {
    EXPECT_EQ(exit_status(run_of({step(Outcome::kParity), step(Outcome::kUnknown, reason)})),
              ExitStatus::kInconclusive);
  }
}

TEST(ExitStatus, AFlakyStepIsInconclusiveWhateverItsVerdict) {
  StepResult flaky = step(Outcome::kDiffers);
  flaky.flaky = true;
  EXPECT_EQ(exit_status(run_of({step(Outcome::kParity), flaky})), ExitStatus::kInconclusive);
}

TEST(ExitStatus, AScenarioThatStoppedEarlyIsInconclusive) {
  RunResult result = run_of({step(Outcome::kParity)});
  std::get<VerifyResult>(result.found).scenarios[0].complete = false;
  EXPECT_EQ(exit_status(result), ExitStatus::kInconclusive);
}

TEST(ExitStatus, ACommandThatComparesNothingCanBeRight) {
  EXPECT_EQ(exit_status(RunResult{}), ExitStatus::kParity);
}

TEST(ExitStatus, TheWorstCauseWins) {
  RunResult result = run_of({step(Outcome::kParity)});
  const auto add = [&](FailureCause cause) { result.envelope.failures.push_back({cause, "why"}); };
  const auto with_difference = [&] {
    std::get<VerifyResult>(result.found).scenarios[0].steps.push_back(step(Outcome::kDiffers));
  };
  add(FailureCause::kGate);
  EXPECT_EQ(exit_status(result), ExitStatus::kGate);
  add(FailureCause::kInconclusive);
  EXPECT_EQ(exit_status(result), ExitStatus::kInconclusive);
  add(FailureCause::kTarget);
  EXPECT_EQ(exit_status(result), ExitStatus::kTarget);
  with_difference();
  EXPECT_EQ(exit_status(result), ExitStatus::kDifferences);
  add(FailureCause::kUsage);
  EXPECT_EQ(exit_status(result), ExitStatus::kUsage);
  add(FailureCause::kOutput);
  EXPECT_EQ(exit_status(result), ExitStatus::kOutput);
  add(FailureCause::kInternal);
  EXPECT_EQ(exit_status(result), ExitStatus::kInternal);
  result.envelope.interrupted = Interruption::kTerminate;
  EXPECT_EQ(exit_status(result), ExitStatus::kTerminated);
  result.envelope.interrupted = Interruption::kInterrupt;
  EXPECT_EQ(exit_status(result), ExitStatus::kInterrupted);
}

RC_GTEST_PROP(ExitStatus, ZeroMeansThatEveryExchangeIsParityAndThereWasOne, ()) {
  const auto outcomes = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  std::vector<StepResult> steps;
  bool all_parity = !outcomes.empty();
  for (const int outcome : outcomes) {
    steps.push_back(outcome < 2    ? step(Outcome::kParity)
                    : outcome == 2 ? step(Outcome::kDiffers)
                                   : step(Outcome::kUnknown, UnknownReason::kTimeout));
    all_parity = all_parity && outcome < 2;
  }
  RC_ASSERT((exit_status(run_of(steps)) == ExitStatus::kParity) == all_parity);
}

}  // namespace
}  // namespace httparity
