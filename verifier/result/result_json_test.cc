#include "result/result_json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/base64.h"

namespace httparity {
namespace {

RunResult one_difference(const std::string& reference, const std::string& port) {
  StepResult step;
  step.name = "page";
  step.request = "GET /";
  step.verdict.outcome = Outcome::kDiffers;
  step.verdict.differences = {{DifferenceKind::kHeaderValue,
                               "ETag",
                               Where::kResponse,
                               {{17, 17 + reference.size()}, reference},
                               {{17, 17 + port.size()}, port},
                               ""}};
  ScenarioResult scenario;
  scenario.name = "pages";
  scenario.variant = "chrome,gzip";
  scenario.steps = {step};
  RunResult result;
  result.envelope.command = "verify";
  result.found = VerifyResult{{scenario}, {}};
  return result;
}

TEST(RenderJson, HasTheSpineThatOtherToolsRead) {
  const auto json = nlohmann::json::parse(render_json(one_difference("a", "b")));
  EXPECT_EQ(json["httparity_result"], 1);
  EXPECT_EQ(json["command"], "verify");
  EXPECT_EQ(json["exit"], 1);
  const auto& scenario = json["scenarios"][0];
  EXPECT_EQ(scenario["name"], "pages");
  EXPECT_EQ(scenario["variant"], "chrome,gzip");
  const auto& step = scenario["steps"][0];
  EXPECT_EQ(step["name"], "page");
  EXPECT_EQ(step["request"], "GET /");
  EXPECT_EQ(step["verdict"], "differs");
  EXPECT_TRUE(step["reason"].is_null());
  EXPECT_TRUE(step["notes"].is_array());
  const auto& difference = step["differences"][0];
  EXPECT_EQ(difference["kind"], "header-value");
  EXPECT_EQ(difference["part"], "ETag");
  EXPECT_EQ(difference["reference"]["offset"], 17);
  EXPECT_EQ(difference["reference"]["base64"], "YQ==");
  EXPECT_EQ(difference["port"]["base64"], "Yg==");
}

TEST(RenderJson, SaysHowMuchWasComparedAndHowMuchOfItWasMasked) {
  RunResult result = one_difference("a", "b");
  VerifyResult& found = std::get<VerifyResult>(result.found);
  found.bytes = {1000, 30};
  found.masks = {{{}, "Date", "clock", {.hits = 3, .needed = 2, .bytes = 30, .largest_share = 0}}};
  const auto json = nlohmann::json::parse(render_json(result));
  EXPECT_EQ(json["bytes"]["compared"], 1000);
  EXPECT_EQ(json["bytes"]["masked"], 30);
  EXPECT_EQ(json["masks"][0]["needed"], 2);
}

TEST(RenderJson, NamesTheReasonOfAnUnknown) {
  RunResult result = one_difference("a", "b");
  Verdict& verdict = std::get<VerifyResult>(result.found).scenarios[0].steps[0].verdict;
  verdict = {};
  verdict.outcome = Outcome::kUnknown;
  verdict.reason = UnknownReason::kRequireUnmet;
  const auto json = nlohmann::json::parse(render_json(result));
  EXPECT_EQ(json["scenarios"][0]["steps"][0]["verdict"], "unknown");
  EXPECT_EQ(json["scenarios"][0]["steps"][0]["reason"], "require-unmet");
  EXPECT_EQ(json["exit"], 5);
}

TEST(RenderJson, ACommandWithoutComparisonHasNoScenarios) {
  const auto json = nlohmann::json::parse(render_json(RunResult{}));
  EXPECT_TRUE(json["scenarios"].is_array());
  EXPECT_TRUE(json["scenarios"].empty());
}

/// Every value of the key `kind`, at any depth.
void collect_kinds(const nlohmann::json& json, std::vector<std::string>& kinds) {
  if (json.is_object() && json.contains("kind")) kinds.push_back(json["kind"]);
  for (const auto& member : json) {
    if (member.is_structured()) collect_kinds(member, kinds);
  }
}

TEST(RenderJson, TheKeyKindHoldsDifferenceKindsAlone) {
  RunResult result = one_difference("a", "b");
  result.envelope.failures = {{FailureCause::kTarget, "the port died"}};
  result.envelope.targets = {{"port", "nginx", "", {{"version", "1.22"}}, {}}};
  std::get<VerifyResult>(result.found).masks = {{{}, "Date", "clock", {}}};
  std::vector<std::string> kinds;
  collect_kinds(nlohmann::json::parse(render_json(result)), kinds);
  EXPECT_EQ(kinds, std::vector<std::string>{"header-value"});
}

RC_GTEST_PROP(RenderJson, WhateverPeersSentIsRecoverableAndTheTextIsAscii,
              (const std::string& reference, const std::string& port)) {
  const std::string text = render_json(one_difference(reference, port));
  RC_ASSERT(std::all_of(text.begin(), text.end(), [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\n'; }));
  const auto difference = nlohmann::json::parse(text)["scenarios"][0]["steps"][0]["differences"][0];
  RC_ASSERT(decode_base64(difference["reference"]["base64"].get<std::string>()) == reference);
  RC_ASSERT(decode_base64(difference["port"]["base64"].get<std::string>()) == port);
}

}  // namespace
}  // namespace httparity
