#include "report/fuzz_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "report/fuzz_junit.h"
#include "report/junit_report.h"
#include "report/text_report.h"

namespace httparity {
namespace {

using testing::HasSubstr;
using testing::Not;

RunResult result_with(const std::string& hostile, const std::string& ledger) {
  FuzzFinding finding;
  finding.id = "0123456789ab";
  finding.key = "body>b | body>i " + hostile;
  finding.type = "tree";
  finding.input = hostile;
  finding.context = "td";
  finding.reference = "| <b>\n|   \"x\"\n" + hostile;
  finding.port = "| <i>\n|   \"x\"\n" + hostile;
  finding.guilty = "</b>" + hostile;
  finding.mode = "in body";
  finding.engine = "tokens";
  finding.index = 77;
  finding.count = 5;
  finding.ledger = ledger;
  finding.unstable = "port";
  finding.votes = {{"parse5", "reference"}, {hostile, "neither"}};
  finding.messages = hostile;
  finding.again = "httparity repro 0123456789ab --out out/html";
  FuzzResult found;
  found.engines = {{"sweep", 200, 150, 140, 10, 5}};
  found.findings = {finding};
  FuzzSweep sweep;
  sweep.name = "sweep";
  sweep.rows = {"in body", "in table"};
  sweep.groups = {"formatting", "end tag"};
  sweep.tokens = {"<b>", "<i>", "</b>"};
  sweep.group_of = {0, 0, 1};
  sweep.cases_a_cell = 10;
  sweep.done = {{10, 10, 5}, {0, 1, 0}};
  found.sweep = sweep;
  found.score = FuzzScore{100, 97, 30, 28, 73, 41.5};
  RunResult result;
  result.envelope.command = "fuzz html";
  result.found = found;
  return result;
}

TEST(FuzzText, ShowsWhatIsNewInFullBeforeAllElse) {
  const std::string text = fuzz_text(std::get<FuzzResult>(result_with("x", "").found), {});
  EXPECT_EQ(text.find("new:"), 0U);
  EXPECT_THAT(text, HasSubstr("input    \"x\" in <td>"));
  EXPECT_THAT(text, HasSubstr("parts at \"</b>x\", insertion mode in body"));
  EXPECT_THAT(text, HasSubstr("nondeterministic: port answered otherwise in a fresh process"));
  EXPECT_THAT(text, HasSubstr("parse5: reference"));
  EXPECT_THAT(text, HasSubstr("again    httparity repro 0123456789ab --out out/html"));
  EXPECT_THAT(text, HasSubstr("1 classes: 1 new, 0 known"));
}

TEST(FuzzText, AKnownFindingIsALineThatNamesItsEntry) {
  const std::string text = fuzz_text(std::get<FuzzResult>(result_with("x", "gumbo-nul").found), {});
  EXPECT_THAT(text, HasSubstr("0123456789ab gumbo-nul"));
  EXPECT_THAT(text, Not(HasSubstr("again")));
}

TEST(FuzzText, BothAnswersStandSideBySideWithAMarkWhereTheyPart) {
  const std::string text = side_by_side("| <b>\n|   \"x\"\n", "| <i>\n|   \"x\"\n|   more\n");
  EXPECT_THAT(text, testing::ContainsRegex("\\| <b> +\\* \\| <i>\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\\|   \"x\" +\\|   \"x\"\n"));
  EXPECT_THAT(text, testing::ContainsRegex(" +\\* \\|   more\n"));
}

TEST(FuzzText, TheSweepsTableShowsTheShareOfEachGroupInEachContext) {
  const std::string text = fuzz_text(std::get<FuzzResult>(result_with("x", "").found), {});
  EXPECT_THAT(text, testing::ContainsRegex("in body +100 +50\n"));
  EXPECT_THAT(text, testing::ContainsRegex("in table +5.0 +-\n"));
}

TEST(FuzzText, TheScoreStandsBesideItsBaseline) {
  const std::string text = fuzz_text(std::get<FuzzResult>(result_with("x", "").found), {});
  EXPECT_THAT(text, HasSubstr("score: 97.0 % (97 of 100"));
  EXPECT_THAT(text, HasSubstr("naive random cases: 73.0 % (73)"));
}

TEST(FuzzJunit, ANewClassFailsAKnownOneIsSkippedAStaleEntryIsAnError) {
  FuzzResult found = std::get<FuzzResult>(result_with("x", "").found);
  EXPECT_THAT(fuzz_suite(found), HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  found.findings[0].ledger = "known";
  found.stale_entries = {"old"};
  EXPECT_THAT(fuzz_suite(found), HasSubstr("tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"1\""));
  found.engines.clear();
  EXPECT_THAT(fuzz_suite(found), HasSubstr("nothing was compared"));
}

RC_GTEST_PROP(FuzzReports, WhatTheParsersSaidCannotLeaveItsPlace, (const std::string& hostile)) {
  const RunResult result = result_with(hostile, "");
  for (const std::string& text : {render_text(result, {}), render_junit(result, {})}) {
    RC_ASSERT(std::all_of(text.begin(), text.end(), [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\n'; }));
  }
  RC_ASSERT(render_text(result, {}).find("\n::") == std::string::npos);
}

}  // namespace
}  // namespace httparity
