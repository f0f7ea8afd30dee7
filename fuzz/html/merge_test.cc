#include "fuzz/html/merge.h"

#include <gtest/gtest.h>

#include "fuzz/html/finding.h"

namespace httparity::html {
namespace {

Finding found(const std::string& key, const std::string& input, std::uint64_t count) {
  Finding finding;
  finding.key = key;
  finding.id = finding_id(key);
  finding.minimal.data = input;
  finding.count = count;
  return finding;
}

Checkpoint state_of(const std::string& seed, const std::vector<Finding>& findings) {
  Checkpoint state;
  state.identity = "html5ever | gumbo | seed " + seed;
  state.reference_parser.name = "html5ever";
  state.port_parser.name = "gumbo";
  state.engines = {{"sweep", 0, 1000, 900, 100, 5}, {"tokens", 0, 500, 500, 0, 7}};
  for (const Finding& one : findings) {
    state.findings[one.key] = one;
    state.reduced[hash_of("raw " + seed + one.key)] = one.key;
  }
  return state;
}

TEST(Merge, KeepsEachClassOnceWithItsShortestInput) {
  const auto merged = merge_checkpoints({state_of("1", {found("a", "<p><b>", 3), found("b", "x", 1)}),
                                         state_of("2", {found("a", "<p>", 9), found("c", "y", 2)})});
  ASSERT_TRUE(merged) << merged.error().what;
  ASSERT_EQ(merged->findings.size(), 3U);
  EXPECT_EQ(merged->findings.at("a").minimal.data, "<p>");
  EXPECT_EQ(merged->findings.at("a").count, 9U);
  EXPECT_EQ(merged->reduced.size(), 4U);
}

TEST(Merge, CountsInputsOfTwoSeedsTogetherAndThoseWithoutASeedOnce) {
  const auto merged = merge_checkpoints({state_of("1", {}), state_of("2", {})});
  ASSERT_TRUE(merged) << merged.error().what;
  ASSERT_EQ(merged->engines.size(), 2U);
  EXPECT_EQ(merged->engines[0].cases, 900U);
  EXPECT_EQ(merged->engines[1].cases, 1000U);
}

TEST(Merge, DoublesNothingHoweverOftenARunComesAlong) {
  const Checkpoint one = state_of("1", {found("a", "<p>", 3)});
  const Checkpoint two = state_of("2", {found("a", "<b>", 4)});
  const auto once = merge_checkpoints({one, two});
  ASSERT_TRUE(once) << once.error().what;
  const auto again = merge_checkpoints({*once, two, one, *once});
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(write_checkpoint(*again), write_checkpoint(*once));
  const auto turned = merge_checkpoints({two, one});
  ASSERT_TRUE(turned) << turned.error().what;
  EXPECT_EQ(turned->findings.at("a").minimal, once->findings.at("a").minimal);
}

TEST(Merge, OfOneRunTheStateThatCameFurtherCounts) {
  Checkpoint later = state_of("1", {});
  later.engines[1] = {"tokens", 0, 800, 800, 0, 9};
  const auto merged = merge_checkpoints({later, state_of("1", {})});
  ASSERT_TRUE(merged) << merged.error().what;
  EXPECT_EQ(merged->engines[1].cases, 800U);
  EXPECT_EQ(merged->engines[1].differences, 9U);
}

TEST(Merge, RefusesStatesOfTwoPairs) {
  Checkpoint other = state_of("1", {});
  other.port_parser.version = "2";
  const auto merged = merge_checkpoints({state_of("1", {}), other});
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().what.find("gumbo 2"), std::string::npos) << merged.error().what;
}

TEST(Merge, WhatOneRunLeftPendingAndAnotherReducedIsNoPendingOne) {
  Checkpoint cut = state_of("2", {});
  cut.pending = {found("raw 1a", "", 1), found("another raw signature", "", 1)};
  const auto merged = merge_checkpoints({state_of("1", {found("a", "<p>", 3)}), cut});
  ASSERT_TRUE(merged) << merged.error().what;
  ASSERT_EQ(merged->pending.size(), 1U);
  EXPECT_EQ(merged->pending[0].key, "another raw signature");
}

}  // namespace
}  // namespace httparity::html
