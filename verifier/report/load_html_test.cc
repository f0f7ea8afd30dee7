#include "report/load_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "report/html_page.h"
#include "report/html_text.h"
#include "report/load_chart_data.h"
#include "report/report_format.h"
#include "result/load_fixture.h"
#include "result/read_result.h"
#include "result/result_json.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LoadResult& load_of(RunResult& result) {
  return std::get<LoadResult>(result.found);
}

TEST(LoadHtml, ShowsRatesLatenciesRatiosAndWhatItTook) {
  const std::string page = render_html(load_of_two());
  EXPECT_THAT(page, HasSubstr("<h1>nginx against caddy</h1>"));
  EXPECT_THAT(page, HasSubstr("<b>508</b>"));
  EXPECT_THAT(page, HasSubstr("slower than the reference; by the plain rule beyond the spread"));
  EXPECT_THAT(page, HasSubstr("6,340 answers, every byte of each as it must be"));
  EXPECT_THAT(page, HasSubstr("10.5 MB"));
  EXPECT_THAT(page, Not(HasSubstr("VOID")));
}

TEST(LoadHtml, IsMadeOfTheFileAlone) {
  const RunResult result = full_load();
  const auto read = parse_result(render_json(result), "results.json");
  ASSERT_TRUE(read);
  EXPECT_TRUE(render_html(*read) == render_html(result));
}

TEST(LoadHtml, AVoidRunSaysSoBeforeAnyFigure) {
  RunResult result = load_of_two();
  load_of(result).measurements[0].started += 7;
  const std::string page = render_html(result);
  ASSERT_NE(page.find("VOID: the figures of this page mean nothing"), std::string::npos);
  EXPECT_LT(page.find("VOID: the figures"), page.find("<table"));
  EXPECT_THAT(page, HasSubstr("1007 requests were started"));
}

constexpr const char* kHostile = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&\x1b[31m\xff";

TEST(LoadHtml, NothingHostileGetsOutOfItsPlace) {
  RunResult result = full_load();
  result.envelope.plan = {{kHostile, kHostile}};
  result.envelope.environment = {{kHostile, kHostile}};
  result.envelope.notes = {kHostile};
  result.envelope.failures = {{FailureCause::kTarget, kHostile}};
  LoadResult& load = load_of(result);
  for (LoadTarget& target : load.targets) {
    target.name = kHostile;
    target.refused = kHostile;
  }
  load.measurements[1].errors = {{"idle-close", 1, kHostile, {}}};
  load.wrong[0].received = kHostile;
  load.wrong[0].request_name = kHostile;
  load.wrong[0].detail = kHostile;
  load.gates.thresholds[0].text = kHostile;
  load.audits[0].output = kHostile;
  load.instructions[0].refused = kHostile;
  const std::string page = render_html(result);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, Not(HasSubstr("\xff")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST(LoadHtml, WhatWentWrongBetweenTheSocketsIsThere) {
  RunResult result = load_of_two();
  load_of(result).measurements[1].kernel.listen_overflows = 50;
  load_of(result).measurements[1].errors = {{"connect-refused", 7, "refused", {}}};
  const std::string page = render_html(result);
  EXPECT_THAT(page, HasSubstr("the accept queue overflowed 50 times"));
  EXPECT_THAT(page, HasSubstr("(in 1 of 4 rounds)"));
  EXPECT_THAT(page, HasSubstr("7 connect-refused"));
}

TEST(LoadHtml, DataForTheScriptCantEndItsElement) {
  RunResult result = load_of_two();
  load_of(result).targets[0].name = "</script><!--<script>";
  const std::string data = load_chart_data(load_of(result), summarize(load_of(result)));
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, HasSubstr("\\u003c/script>\\u003c!--\\u003cscript>"));
}

TEST(LoadHtml, NeedsNothingBesideItself) {
  const std::string page = render_html(load_of_two());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside : {"<link", "<iframe", "src=\"", "@import", "url(", "fetch(", "XMLHttpRequest", "import("}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

TEST(LoadHtml, SaysWhereItHasNoCharts) {
  const std::string page = render_html(load_of_two());
  if (has_charts()) {
    EXPECT_THAT(page, HasSubstr("id=\"rounds-0\""));
    EXPECT_THAT(page, HasSubstr("uPlot"));
  } else {
    EXPECT_THAT(page, HasSubstr("was built without uPlot"));
  }
}

TEST(LoadHtml, AnotherCommandsResultIsItsTextReport) {
  const std::string page = find_report_format("html")->render(full_verification(), {});
  EXPECT_THAT(page, HasSubstr("<pre>"));
  EXPECT_THAT(page, HasSubstr("httparity verify"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(HtmlText, MarkupAndWhatCantBePrintedAreEscaped) {
  EXPECT_EQ(html_text("a<b>&\"'\x01"), "a&lt;b&gt;&amp;&quot;&#39;\\x01");
}

}  // namespace
}  // namespace httparity
