#include "report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "report/report_fixture.h"

namespace httparity {
namespace {

using testing::HasSubstr;
using testing::Not;

RunResult ordinary() {
  RunResult result = hostile_result("x");
  ScenarioResult& scenario = std::get<VerifyResult>(result.found).scenarios[0];
  scenario.name = "ranges";
  scenario.variant = "gzip";
  scenario.contract = "contracts/static/contract.json";
  scenario.steps.resize(1);
  StepResult& step = scenario.steps[0];
  step.name = "suffix";
  step.request = "GET /text.txt";
  step.place = {"contracts/static/contract.json", 41, "/scenarios/0/steps/2"};
  step.verdict.differences = {
      {DifferenceKind::kHeaderValue, "ETag", Where::kResponse, {{83, 86}, "abc"}, {{91, 94}, "abd"}, ""}};
  result.envelope.replay = {"--port", "apache"};
  return result;
}

TEST(RenderText, ShowsKindPlaceOffsetsBytesAndTheReplay) {
  const std::string text = render_text(ordinary(), {});
  EXPECT_THAT(text, HasSubstr("ranges [gzip]"));
  EXPECT_THAT(text, HasSubstr("suffix  GET /text.txt  contracts/static/contract.json:41"));
  EXPECT_THAT(text, HasSubstr("header-value  ETag"));
  EXPECT_THAT(text, HasSubstr("reference 3 bytes, response offset 83"));
  EXPECT_THAT(text, HasSubstr("00000053  61 62 63"));
  EXPECT_THAT(text, HasSubstr("|abd|"));
  EXPECT_THAT(text,
              HasSubstr("replay: httparity verify contracts/static/contract.json --only ranges/gzip --step suffix "
                        "--port apache"));
}

TEST(RenderText, DoesNotListExchangesAtParity) {
  RunResult result = ordinary();
  std::get<VerifyResult>(result.found).scenarios[0].steps[0].verdict = {};
  EXPECT_THAT(render_text(result, {}), Not(HasSubstr("suffix")));
}

TEST(RenderText, SaysTheExitStatusAndWhy) {
  RunResult result = ordinary();
  result.envelope.failures.clear();
  EXPECT_THAT(render_text(result, {}), HasSubstr("exit 1: differences"));
}

TEST(RenderText, HasColourOnlyWhereItIsWanted) {
  EXPECT_THAT(render_text(ordinary(), {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_text(ordinary(), {.color = true}), HasSubstr("\x1b[31mdiffers\x1b[0m"));
}

TEST(RenderText, PeersCanGiveNoCommandToABuildMachine) {
  for (const char* hostile : {"::error::x", "\n::add-mask::x", "##[group]x", "##vso[task]x", "\r::stop-commands::x"}) {
    const std::string text = "\n" + render_text(hostile_result(hostile), {});
    EXPECT_THAT(text, Not(testing::ContainsRegex("\n[ \t]*::")));
    EXPECT_THAT(text, Not(HasSubstr("##[")));
    EXPECT_THAT(text, Not(HasSubstr("##vso[")));
  }
}

RC_GTEST_PROP(RenderText, IsPrintableAsciiWhateverPeersSent, (const std::string& hostile)) {
  const std::string text = render_text(hostile_result(hostile), {});
  RC_ASSERT(std::all_of(text.begin(), text.end(), [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\n'; }));
}

TEST(RenderText, SaysWhichShareWasComparedExactlyAndRoundsItDown) {
  RunResult result = ordinary();
  EXPECT_THAT(render_text(result, {}), Not(HasSubstr("compared exactly")));
  std::get<VerifyResult>(result.found).bytes = {41'203'112, 1};
  EXPECT_THAT(render_text(result, {}), HasSubstr("compared exactly: 99.9 % of 41,203,112 bytes\n"));
  std::get<VerifyResult>(result.found).bytes = {999, 0};
  EXPECT_THAT(render_text(result, {}), HasSubstr("compared exactly: 100.0 % of 999 bytes\n"));
}

TEST(RenderText, AMaskThatSelectsWhatIsEqualIsNotCalledUnused) {
  RunResult result = ordinary();
  MaskAudit& mask = std::get<VerifyResult>(result.found).masks.front();
  EXPECT_THAT(render_text(result, {}), HasSubstr("mask never used: x"));
  mask.use.hits = 1;
  const std::string equal = render_text(result, {});
  EXPECT_THAT(equal, Not(HasSubstr("never used")));
  EXPECT_THAT(equal, HasSubstr("mask not needed in this run, all that it selects is equal: x"));
  mask.use.needed = 1;
  EXPECT_THAT(render_text(result, {}), Not(HasSubstr("mask ")));
}

TEST(RenderText, ALargeResultStaysShort) {
  RunResult result = ordinary();
  ScenarioResult& scenario = std::get<VerifyResult>(result.found).scenarios[0];
  scenario.steps.assign(10'000, scenario.steps[0]);
  const std::string text = render_text(result, {});
  EXPECT_LT(text.size(), 500'000u);
  EXPECT_THAT(text, HasSubstr("9800 more exchanges stand out"));
}

}  // namespace
}  // namespace httparity
