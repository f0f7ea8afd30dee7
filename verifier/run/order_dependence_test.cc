#include "run/order_dependence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "run/fake_peers.h"
#include "run/scenario_run.h"

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two sides that remember whether /write was asked for; from then on, or until then, the port has another /read.
/// "/broken" is other on the port at any time.
FakePeers::Server remembering(bool differs_once_written) {
  const auto written = std::make_shared<std::array<bool, 2>>();
  return [written, differs_once_written](std::size_t side, const std::string& request) {
    const auto asks = [&](const char* target) { return request.find(target) != std::string::npos; };
    if (asks("/write")) (*written)[side] = true;
    const bool is_other = asks("/broken") || (asks("/read") && (*written)[side] == differs_once_written);
    return response(side == 1 && is_other ? "port" : "body");
  };
}

ScenarioResult run(const OneScenario& scenario, Peers& peers) {
  return run_scenario({.item = &scenario.item, .unique_run = "run", .limits = {}}, peers).result;
}

/// The scenario behind one that writes, with its notes from a run of its own on fresh state.
ScenarioResult run_behind_a_write(const OneScenario& scenario, bool differs_once_written) {
  const OneScenario write({get("write", "/write")});
  FakePeers shared(2, remembering(differs_once_written));
  FakePeers fresh(2, remembering(differs_once_written));
  run(write, shared);
  ScenarioResult in_suite = run(scenario, shared);
  note_order_dependence(run(scenario, fresh), "seed 7", in_suite);
  return in_suite;
}

TEST(OrderDependence, AScenarioThatPassesAloneAndFailsInTheSuiteSaysSo) {
  const OneScenario scenario({get("other", "/other"), get("read", "/read")});
  const ScenarioResult result = run_behind_a_write(scenario, true);
  EXPECT_THAT(result.notes, ElementsAre("alone it is at parity: it depends on what ran before it (seed 7)"));
  EXPECT_EQ(result.steps[1].verdict.outcome, Outcome::kDiffers);
}

TEST(OrderDependence, WhereOnlySomeStepsPassAloneTheyAreNamed) {
  const OneScenario scenario({get("broken", "/broken"), get("read", "/read")});
  const ScenarioResult result = run_behind_a_write(scenario, true);
  EXPECT_THAT(result.notes, IsEmpty());
  EXPECT_THAT(result.steps[0].verdict.notes, IsEmpty());
  EXPECT_THAT(result.steps[1].verdict.notes,
              ElementsAre("alone it is at parity: it depends on what ran before it (seed 7)"));
}

TEST(OrderDependence, AStepThatFailsAloneAndPassesInTheSuiteSaysSo) {
  const OneScenario scenario({get("broken", "/broken"), get("read", "/read")});
  const ScenarioResult result = run_behind_a_write(scenario, false);
  EXPECT_THAT(result.steps[0].verdict.notes, IsEmpty());
  EXPECT_EQ(result.steps[1].verdict.outcome, Outcome::kParity);
  EXPECT_THAT(result.notes,
              ElementsAre("step \"read\": alone it differs, its parity depends on what ran before it (seed 7)"));
}

TEST(OrderDependence, WhatComesOutAsAloneHasNoNote) {
  const OneScenario scenario({get("broken", "/broken"), get("other", "/other")});
  const ScenarioResult result = run_behind_a_write(scenario, true);
  EXPECT_THAT(result.notes, IsEmpty());
  for (const StepResult& step : result.steps) EXPECT_THAT(step.verdict.notes, IsEmpty());
}

TEST(OrderDependence, ARunAloneThatStopsEarlyProvesNothingOfTheRest) {
  const OneScenario scenario({get("other", "/other"), get("read", "/read")});
  ScenarioResult in_suite = run_behind_a_write(scenario, true);
  in_suite.notes.clear();
  ScenarioResult alone = in_suite;
  alone.steps.pop_back();
  alone.complete = false;
  note_order_dependence(alone, "seed 7", in_suite);
  EXPECT_THAT(in_suite.notes, IsEmpty());
}

}  // namespace
}  // namespace httparity
