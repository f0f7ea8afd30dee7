#include "run/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace httparity {
namespace {

using testing::ElementsAre;

Step request_step(std::string name) {
  Step step;
  step.name = std::move(name);
  step.action = Request{};
  return step;
}

std::vector<Suite> two_scenarios() {
  Contract contract;
  contract.matrix = {{"encoding", {{"gzip", "gzip"}, {"none", std::nullopt}}}};
  Scenario pages;
  pages.name = "pages";
  pages.over = {"encoding"};
  pages.steps = {request_step("first"), request_step("second"), request_step("third")};
  Scenario ranges;
  ranges.name = "ranges";
  ranges.steps = {request_step("suffix")};
  contract.scenarios = {pages, ranges};
  Suite suite;
  suite.contracts = {contract};
  return {suite};
}

std::vector<std::string> names(const std::vector<WorkItem>& items) {
  std::vector<std::string> out;
  for (const WorkItem& item : items) out.push_back(item.scenario->name + "/" + item.variant.name);
  return out;
}

TEST(SelectWork, WithoutGlobsTakesEveryVariant) {
  const auto suites = two_scenarios();
  EXPECT_THAT(names(select_work(suites, {})), ElementsAre("pages/gzip", "pages/none", "ranges/"));
}

TEST(SelectWork, GlobsMatchScenariosAndVariants) {
  const auto suites = two_scenarios();
  Selection selection;
  selection.only = {"pages"};
  EXPECT_THAT(names(select_work(suites, selection)), ElementsAre("pages/gzip", "pages/none"));
  selection.skip = {"*/gzip"};
  EXPECT_THAT(names(select_work(suites, selection)), ElementsAre("pages/none"));
  selection.only = {"nothing"};
  EXPECT_TRUE(select_work(suites, selection).empty());
}

TEST(SelectWork, AStepBringsTheStepsBeforeIt) {
  const auto suites = two_scenarios();
  Selection selection;
  selection.steps = {"second"};
  EXPECT_THAT(names(select_work(suites, selection)), ElementsAre("pages/gzip", "pages/none"));
  EXPECT_EQ(steps_to_run(suites[0].contracts[0].scenarios[0], selection), 2u);
}

RC_GTEST_PROP(SelectWork, ShardsDoEverythingOnce, ()) {
  const auto suites = two_scenarios();
  const auto count = *rc::gen::inRange<std::size_t>(1, 6);
  std::vector<std::string> together;
  for (std::size_t index = 1; index <= count; ++index) {
    Selection selection;
    selection.shard = {index, count};
    for (const std::string& name : names(select_work(suites, selection))) together.push_back(name);
  }
  std::sort(together.begin(), together.end());
  RC_ASSERT(together == names(select_work(suites, {})));
}

TEST(ParseShard, RefusesWhatIsNoShard) {
  EXPECT_EQ(*parse_shard("2/5"), (Shard{2, 5}));
  for (const char* text : {"", "2", "0/5", "6/5", "a/b", "1/", "/2", "1/2/3", "-1/2", "1/0"}) {
    EXPECT_FALSE(parse_shard(text)) << text;
  }
}

TEST(Shuffled, OneSeedIsOneOrder) {
  EXPECT_EQ(shuffled(50, 7), shuffled(50, 7));
  EXPECT_NE(shuffled(50, 7), shuffled(50, 8));
}

RC_GTEST_PROP(Shuffled, EveryPlaceComesOnce, (std::uint64_t seed)) {
  auto order = shuffled(*rc::gen::inRange<std::size_t>(0, 40), seed);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) RC_ASSERT(order[i] == i);
}

}  // namespace
}  // namespace httparity
