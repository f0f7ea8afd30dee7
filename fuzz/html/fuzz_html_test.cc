#include "fuzz/html/fuzz_html.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/test_folder.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/dat.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/plugin.h"
#include "report/text_report.h"
#include "result/exit_status.h"

namespace httparity::html {
namespace {

/// A suite with one case for each input.
void write_suite(const std::string& folder, const std::vector<std::string>& inputs) {
  std::vector<DatCase> cases;
  cases.reserve(inputs.size());
  for (const std::string& input : inputs) cases.push_back({"", input, {}, std::nullopt, "| \"x\"\n"});
  ASSERT_TRUE(write_file(folder + "/suite.dat", write_dat(cases)));
}

FuzzOptions options_of(const std::string& suite) {
  FuzzOptions options;
  options.reference = std::string(HTTPARITY_TEST_ADAPTER);
  options.port = std::string(HTTPARITY_TEST_ADAPTER) + ":port";
  options.suites = {suite};
  options.engines = {"corpus"};
  options.runs = 1000;
  return options;
}

const Finding* find_input(const FuzzRun& result, const std::string& data) {
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [&](const Finding& one) { return one.minimal.data == data; });
  return found == result.findings.end() ? nullptr : &*found;
}

std::string text_of(const FuzzRun& run) {
  return render_text(fuzz_report(run, {}), {});
}

int status_of(const FuzzRun& run) {
  return static_cast<int>(exit_status(fuzz_report(run, {})));
}

TEST(FuzzHtml, FindsAPlantedDifferenceMinimisesItAndGoesOn) {
  const TestFolder suite;
  write_suite(suite.path().string(), {"<p>a<nobr>b</table>c", "x", "<i></table><nobr a=b></i>", "y"});
  const auto result = fuzz_html(options_of(suite.path().string()));
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_EQ(result->failure, "");
  EXPECT_EQ(result->cases(), 4U);
  EXPECT_EQ(result->differences(), 1U);
  ASSERT_EQ(result->findings.size(), 1U);
  EXPECT_EQ(result->findings[0].minimal.data, "<nobr></table>");
  EXPECT_EQ(result->findings[0].guilty, "</table>");
  EXPECT_EQ(result->findings[0].unstable, "");
  EXPECT_EQ(status_of(*result), 1);
}

TEST(FuzzHtml, NamesTheInputsThatAbortPanicAndHangAndComparesTheRest) {
  const TestFolder suite;
  std::vector<std::string> inputs(200, "fine");
  inputs[20] = "x abort! y";
  inputs[100] = "panic!";
  inputs[150] = "hang!";
  write_suite(suite.path().string(), inputs);
  FuzzOptions options = options_of(suite.path().string());
  options.hang = std::chrono::seconds(2);
  options.limits.batch = std::chrono::milliseconds(1500);
  options.limits.one = std::chrono::milliseconds(500);
  const auto result = fuzz_html(options);
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_EQ(result->failure, "");
  EXPECT_EQ(result->cases(), 200U);
  EXPECT_EQ(result->differences(), 3U);
  EXPECT_EQ(result->findings.size(), 3U) << text_of(*result);
  const Finding* abort = find_input(*result, "abort!");
  ASSERT_NE(abort, nullptr) << text_of(*result);
  EXPECT_EQ(abort->key, "fault parsed | crash");
  const Finding* panic = find_input(*result, "panic!");
  ASSERT_NE(panic, nullptr);
  EXPECT_EQ(panic->key, "fault parsed | panic");
  const Finding* hang = find_input(*result, "hang!");
  ASSERT_NE(hang, nullptr);
  EXPECT_EQ(hang->key, "fault parsed | timeout");
}

TEST(FuzzHtml, GoesOnFromItsStateAndDoublesNothing) {
  const TestFolder suite;
  const TestFolder out;
  write_suite(suite.path().string(), {"<nobr></table>"});
  FuzzOptions options = options_of(suite.path().string());
  options.engines = {"corpus", "tokens"};
  options.out = out.path().string();
  options.runs = 20000;
  const auto first = fuzz_html(options);
  ASSERT_TRUE(first) << first.error().what;
  const auto again = fuzz_html(options);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(again->cases(), first->cases());
  EXPECT_EQ(again->differences(), first->differences());
  ASSERT_EQ(again->findings.size(), first->findings.size());
  EXPECT_EQ(again->findings[0].count, first->findings[0].count);
  // More of the same run comes to the same as all of it at once.
  options.runs = 40000;
  const auto longer = fuzz_html(options);
  options.fresh = true;
  const auto at_once = fuzz_html(options);
  ASSERT_TRUE(longer && at_once);
  EXPECT_EQ(longer->differences(), at_once->differences());
  EXPECT_EQ(longer->findings.size(), at_once->findings.size());
  options.fresh = false;
  options.seed = 2;
  EXPECT_FALSE(fuzz_html(options)) << "another run's state was taken for its own";
}

TEST(FuzzHtml, ComesToTheSameWithAnyNumberOfWorkers) {
  const TestFolder suite;
  write_suite(suite.path().string(), {"<p>a<nobr>b</table>c"});
  FuzzOptions options = options_of(suite.path().string());
  options.engines = {"tokens", "swarm"};
  options.runs = 60000;
  const auto one = fuzz_html(options);
  options.jobs = 3;
  const auto three = fuzz_html(options);
  ASSERT_TRUE(one && three);
  EXPECT_GT(one->differences(), 0U);
  EXPECT_EQ(one->differences(), three->differences());
  EXPECT_EQ(one->raw_signatures, three->raw_signatures);
  EXPECT_EQ(one->findings.size(), three->findings.size());
}

TEST(FuzzHtml, AKnownDifferenceIsNoNewOneAndAStaleEntryFails) {
  const TestFolder suite;
  write_suite(suite.path().string(), {"<p>a<nobr>b</table>c"});
  FuzzOptions options = options_of(suite.path().string());
  const auto unknown = fuzz_html(options);
  ASSERT_TRUE(unknown && unknown->findings.size() == 1);
  const auto ledger = [&](const std::string& input) {
    return R"({"httparity_ledger": 1, "entries": [{"id": "known", "reference": "test", "port": "test", "side": "port",
               "input": ")" +
           input + R"(", "keys": [")" + unknown->findings[0].key +
           R"("], "standard": "none", "why": "planted", "opened": "2026-11-30", "until": "9999-12-31"}]})";
  };
  options.ledger = suite.path().string() + "/ledger.json";
  ASSERT_TRUE(write_file(options.ledger, ledger("<nobr></table>")));
  const auto known = fuzz_html(options);
  ASSERT_TRUE(known) << known.error().what;
  EXPECT_EQ(status_of(*known), 0) << text_of(*known);
  ASSERT_TRUE(write_file(options.ledger, ledger("<nobr>")));
  const auto stale = fuzz_html(options);
  ASSERT_TRUE(stale) << stale.error().what;
  EXPECT_EQ(stale->stale_entries, std::vector<std::string>{"known"});
  EXPECT_EQ(status_of(*stale), 5);
}

TEST(FuzzHtml, AParserThatCannotBeRunIsNoVerdict) {
  FuzzOptions options;
  options.reference = HTTPARITY_TEST_ADAPTER;
  options.port = "exit 9";
  options.runs = 10;
  const auto result = fuzz_html(options);
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_NE(result->failure, "");
  EXPECT_EQ(status_of(*result), 3);
}

TEST(FuzzHtml, APortThatDiesOnEveryCaseIsNamedAndIsNoVerdict) {
  FuzzOptions options;
  options.reference = HTTPARITY_TEST_ADAPTER;
  options.port = std::string(HTTPARITY_TEST_ADAPTER) + ":dies";
  options.engines = {"swarm"};
  options.runs = 8192;
  for (const bool isolate : {false, true}) {
    options.isolate = isolate;
    const auto result = fuzz_html(options);
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_NE(result->failure.find("dies on every case"), std::string::npos) << result->failure;
    EXPECT_EQ(status_of(*result), 3);
  }
}

TEST(FuzzHtml, TimeEndsASliceOfAPortThatDiesAndItsDeathsAreCounted) {
  FuzzOptions options;
  options.reference = HTTPARITY_TEST_ADAPTER;
  options.port = std::string(HTTPARITY_TEST_ADAPTER) + ":brittle";
  options.engines = {"swarm"};
  for (const bool isolate : {false, true}) {
    options.isolate = isolate;
    options.time = std::chrono::seconds(1);
    auto result = fuzz_html(options);
    // However slow the machine is, some time is enough for a case.
    while (result && result->engines[0].next == 0 && *options.time < std::chrono::minutes(1)) {
      *options.time *= 2;
      result = fuzz_html(options);
    }
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(result->failure, "");
    EXPECT_GT(result->worker_deaths, 0U);
    EXPECT_GT(result->engines[0].next, 0U);
    EXPECT_LT(result->engines[0].next, 8192U);
    EXPECT_EQ(result->cases(), result->engines[0].next);
    EXPECT_EQ(status_of(*result), 1);
  }
}

TEST(FuzzHtml, ASideThatAnswersOtherwiseInAFreshProcessIsNamed) {
  const TestFolder suite;
  write_suite(suite.path().string(), {"a", "b", "c", "fickle!"});
  for (const std::string side : {"reference", "port"}) {
    FuzzOptions options = options_of(suite.path().string());
    options.port = HTTPARITY_TEST_ADAPTER;
    (side == "port" ? options.port : options.reference) += ":fickle";
    const auto result = fuzz_html(options);
    ASSERT_TRUE(result) << result.error().what;
    ASSERT_EQ(result->findings.size(), 1U);
    EXPECT_EQ(result->findings[0].unstable, side);
    EXPECT_NE(text_of(*result).find(side), std::string::npos);
    EXPECT_EQ(status_of(*result), 1) << text_of(*result);
  }
}

TEST(FuzzHtml, GumboAgreesWithItself) {
  if (const auto why = missing_adapter("gumbo")) GTEST_SKIP() << *why;
  FuzzOptions options;
  options.reference = "gumbo";
  options.port = "gumbo";
  options.engines = {"sweep", "swarm"};
  options.runs = 4000;
  const auto result = fuzz_html(options);
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_EQ(result->cases(), 4000U);
  EXPECT_EQ(status_of(*result), 0) << text_of(*result);
}

}  // namespace
}  // namespace httparity::html
