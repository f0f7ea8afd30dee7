#include "run/scenario_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/fake_peers.h"
#include "run/recorded_peers.h"
#include "run/repetitions.h"

namespace httparity {
namespace {

using testing::HasSubstr;

ScenarioOutcome run(const OneScenario& scenario, Peers& peers, const Selection* selection = nullptr) {
  return run_scenario(
      {.item = &scenario.item, .unique_run = "run", .selection = selection, .keep_exchanges = true, .limits = {}},
      peers);
}

/// Servers of three sides that answer `bodies[side]` to everything.
FakePeers::Server bodies(std::vector<std::string> of_sides) {
  return [of_sides = std::move(of_sides)](std::size_t side, const std::string&) { return response(of_sides[side]); };
}

TEST(RunScenario, SaysForEachStepWhatBothSidesShow) {
  const OneScenario scenario({get("same", "/same"), get("other", "/other")});
  FakePeers peers(2, [](std::size_t side, const std::string& request) {
    return response(side == 1 && request.find("/other") != std::string::npos ? "port" : "body");
  });
  const ScenarioOutcome outcome = run(scenario, peers);
  ASSERT_EQ(outcome.result.steps.size(), 2u);
  EXPECT_TRUE(outcome.result.complete);
  EXPECT_EQ(outcome.result.steps[0].request, "GET /same");
  EXPECT_EQ(outcome.result.steps[0].verdict.outcome, Outcome::kParity);
  EXPECT_EQ(outcome.result.steps[1].verdict.outcome, Outcome::kDiffers);
}

TEST(RunScenario, AStepThatIsAskedForBringsTheOnesBeforeItAndReportsItself) {
  const OneScenario scenario({get("one", "/1"), get("two", "/2"), get("three", "/3")});
  FakePeers peers(2, bodies({"x", "x"}));
  Selection selection;
  selection.steps = {"two"};
  const ScenarioOutcome outcome = run(scenario, peers, &selection);
  EXPECT_EQ(peers.asked[0].size(), 2u);
  ASSERT_EQ(outcome.result.steps.size(), 1u);
  EXPECT_EQ(outcome.result.steps[0].name, "two");
}

TEST(RunScenario, ADeadTargetLeavesTheScenarioIncomplete) {
  const OneScenario scenario({get("one", "/1"), get("two", "/2")});
  FakePeers peers(2, bodies({"x", "x"}));
  peers.refuses = [](std::size_t side) { return side == 0; };
  const ScenarioOutcome outcome = run(scenario, peers);
  EXPECT_FALSE(outcome.result.complete);
  ASSERT_EQ(outcome.result.steps.size(), 1u);
  EXPECT_EQ(outcome.result.steps[0].verdict.reason, UnknownReason::kTargetDown);
}

TEST(RunScenario, ADivergenceThatTheLedgerKnowsIsMarkedAndCounted) {
  const OneScenario scenario({get("one", "/1"), get("two", "/2")});
  FakePeers peers(2, bodies({"1111", "2222"}));
  LedgerUse use;
  use.entry.signature = "body-bytes body";
  use.entry.scope.port = "apache";
  use.entry.scope.step = "two";
  use.entry.reason = "another text";
  const ScenarioOutcome outcome = run_scenario({.item = &scenario.item,
                                                .unique_run = "run",
                                                .selection = nullptr,
                                                .keep_exchanges = false,
                                                .limits = {},
                                                .ledger = {use},
                                                .port = "apache"},
                                               peers);
  ASSERT_EQ(outcome.result.steps.size(), 2u);
  EXPECT_FALSE(outcome.result.steps[0].known);
  EXPECT_TRUE(outcome.result.steps[1].known) << outcome.result.steps[1].verdict.differences[0].signature;
  EXPECT_EQ(outcome.ledger[0].hits, 1u);
}

TEST(RunScenario, ThreeWaysSayWhichOneMoved) {
  const struct {
    std::vector<std::string> of_sides;
    Moved moved;
    Outcome outcome;
  } cases[] = {
      {{"a", "a", "a"}, Moved::kNothing, Outcome::kParity},    {{"b", "a", "a"}, Moved::kRecording, Outcome::kParity},
      {{"a", "b", "a"}, Moved::kReference, Outcome::kDiffers}, {{"a", "a", "b"}, Moved::kPort, Outcome::kDiffers},
      {{"a", "b", "c"}, Moved::kAll, Outcome::kDiffers},
  };
  for (const auto& one : cases) {
    const OneScenario scenario({get("one", "/1")});
    FakePeers peers(3, bodies(one.of_sides));
    const ScenarioOutcome outcome = run(scenario, peers);
    ASSERT_EQ(outcome.result.steps.size(), 1u);
    EXPECT_EQ(outcome.result.steps[0].moved, one.moved);
    EXPECT_EQ(outcome.result.steps[0].verdict.outcome, one.outcome);
  }
}

TEST(RunScenario, AMaskThatNeverSelectedIsInTheAudit) {
  Step step = get("one", "/1");
  Mask used;
  used.selector = HeaderSelector{"Date", {}, {}, {}};
  used.type = MaskType::kHttpDate;
  used.place = {"c.json", 1, "/masks/0"};
  Mask unused = used;
  unused.selector = HeaderSelector{"X-Other", {}, {}, {}};
  unused.place = {"c.json", 2, "/masks/1"};
  step.masks = {used, unused};
  const OneScenario scenario({step, step});
  FakePeers peers(2, [](std::size_t side, const std::string&) {
    return response("x",
                    side == 0 ? "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n" : "Date: Sun, 06 Nov 1994 08:49:38 GMT\r\n");
  });
  const ScenarioOutcome outcome = run(scenario, peers);
  EXPECT_EQ(outcome.result.steps[1].verdict.outcome, Outcome::kParity);
  ASSERT_EQ(outcome.masks.size(), 2u);
  EXPECT_EQ(outcome.masks[0].use.hits, 2u);
  EXPECT_EQ(outcome.masks[1].use.hits, 0u);
}

TEST(RecordedPeers, AnswerInTheReferencesPlace) {
  const OneScenario scenario({get("one", "/1"), get("two", "/2")});
  Recording recording;
  recording.moment = "2025-01-31T12:00:00Z";
  for (const char* target : {"/1", "/2"}) {
    const std::string request = std::string("GET ") + target + " HTTP/1.1\r\n\r\n";
    recording.steps.push_back({target, make_exchange(request, response("x"), Fate::kOpen)});
  }
  FakePeers port(1, [](std::size_t, const std::string& request) {
    return response(request.find("/2") != std::string::npos ? "y" : "x");
  });
  RecordedPeers peers(recording, port);
  const ScenarioOutcome outcome = run(scenario, peers);
  ASSERT_EQ(outcome.result.steps.size(), 2u);
  EXPECT_EQ(outcome.result.steps[0].verdict.outcome, Outcome::kParity);
  EXPECT_EQ(outcome.result.steps[1].verdict.outcome, Outcome::kDiffers);
}

TEST(RecordedPeers, ARecordingOfAnotherRequestIsNoOracle) {
  const OneScenario scenario({get("one", "/changed")});
  Recording recording;
  recording.moment = "2025-01-31T12:00:00Z";
  recording.steps = {{"one", make_exchange("GET /1 HTTP/1.1\r\n\r\n", response("x"), Fate::kOpen)}};
  FakePeers port(1, bodies({"x"}));
  RecordedPeers peers(recording, port);
  const ScenarioOutcome outcome = run(scenario, peers);
  EXPECT_EQ(outcome.result.steps[0].verdict.reason, UnknownReason::kRequireUnmet);
  EXPECT_THAT(outcome.result.steps[0].verdict.detail, HasSubstr("record it again"));
}

TEST(MergeRepetitions, RunsThatAgreeAreNotFlaky) {
  const OneScenario scenario({get("one", "/1")});
  FakePeers peers(2, bodies({"x", "x"}));
  std::vector<ScenarioOutcome> outcomes = {run(scenario, peers), run(scenario, peers)};
  EXPECT_FALSE(merge_repetitions(std::move(outcomes), {}).result.steps[0].flaky);
}

TEST(MergeRepetitions, AnotherOutcomeIsFlaky) {
  const OneScenario scenario({get("one", "/1")});
  FakePeers same(2, bodies({"x", "x"}));
  FakePeers other(2, bodies({"x", "y"}));
  std::vector<ScenarioOutcome> outcomes = {run(scenario, same), run(scenario, other)};
  const ScenarioOutcome merged = merge_repetitions(std::move(outcomes), {});
  EXPECT_TRUE(merged.result.steps[0].flaky);
  EXPECT_EQ(merged.result.steps[0].verdict.outcome, Outcome::kDiffers);
}

TEST(MergeRepetitions, BothSidesMovingTogetherIsFlakyToo) {
  const OneScenario scenario({get("one", "/1")});
  FakePeers first(2, bodies({"x", "x"}));
  FakePeers second(2, bodies({"y", "y"}));
  std::vector<ScenarioOutcome> outcomes = {run(scenario, first), run(scenario, second)};
  EXPECT_TRUE(merge_repetitions(std::move(outcomes), {}).result.steps[0].flaky);
}

}  // namespace
}  // namespace httparity
