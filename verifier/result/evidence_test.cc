#include "result/evidence.h"

#include <gtest/gtest.h>

#include "result/result_json.h"

namespace httparity {
namespace {

Difference difference(DifferenceKind kind, std::size_t bytes) {
  return {kind, "body", Where::kResponse, {{0, bytes}, std::string(bytes, 'r')}, {{0, bytes}, std::string(bytes, 'p')},
          ""};
}

ScenarioResult scenario_of(std::vector<Difference> differences) {
  StepResult step;
  step.verdict.outcome = Outcome::kDiffers;
  step.verdict.differences = std::move(differences);
  ScenarioResult scenario;
  scenario.steps = {step};
  return scenario;
}

TEST(BoundEvidence, LeavesAnOrdinaryResultAsItIs) {
  const ScenarioResult before = scenario_of({difference(DifferenceKind::kHeaderValue, 40)});
  ScenarioResult after = before;
  bound_evidence(after);
  EXPECT_EQ(after, before);
}

TEST(BoundEvidence, CutsPartsAndKeepsTheirLengths) {
  ScenarioResult scenario = scenario_of({difference(DifferenceKind::kBodyBytes, 100'000)});
  bound_evidence(scenario);
  const Verdict& verdict = scenario.steps[0].verdict;
  EXPECT_EQ(verdict.differences[0].reference.bytes.size(), EvidenceLimits{}.part_bytes);
  EXPECT_EQ(verdict.differences[0].reference.span.size(), 100'000u);
  EXPECT_EQ(verdict.notes.size(), 1u);
}

TEST(BoundEvidence, KeepsTheFirstOfEveryKind) {
  std::vector<Difference> differences(500, difference(DifferenceKind::kHeaderValue, 1));
  differences.push_back(difference(DifferenceKind::kBodyBytes, 1));
  ScenarioResult scenario = scenario_of(differences);
  bound_evidence(scenario);
  const Verdict& verdict = scenario.steps[0].verdict;
  EXPECT_EQ(verdict.differences.size(), EvidenceLimits{}.step_differences + 1);
  EXPECT_EQ(verdict.differences.back().kind, DifferenceKind::kBodyBytes);
  EXPECT_EQ(verdict.notes, std::vector<std::string>{"400 more differences"});
}

TEST(BoundEvidence, ALargeResultIsBelowFiveMegabytesOfJson) {
  VerifyResult result;
  for (int i = 0; i < 100; ++i) {
    result.scenarios.push_back(scenario_of(
        std::vector<Difference>(EvidenceLimits{}.step_differences, difference(DifferenceKind::kBodyBytes, 10'000))));
    bound_evidence(result.scenarios.back());
  }
  bound_evidence(result);
  RunResult run;
  run.found = result;
  EXPECT_LT(render_json(run).size(), 5u * 1024 * 1024);
}

}  // namespace
}  // namespace httparity
