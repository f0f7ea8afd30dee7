#include "result/read_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "result/load_fixture.h"
#include "result/result_json.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

std::string error_of(std::string text) {
  const auto read = parse_result(std::move(text), "results.json");
  return read ? "" : read.error().what;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReadResult, ALoadComesBackAsItWasWritten) {
  const RunResult result = full_load();
  const auto read = parse_result(render_json(result), "results.json");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_TRUE(*read == result);
  EXPECT_TRUE(render_json(*read) == render_json(result));
}

TEST(ReadResult, AVerificationComesBackAsItWasWritten) {
  const RunResult result = full_verification();
  const auto read = parse_result(render_json(result), "results.json");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_TRUE(*read == result);
}

RC_GTEST_PROP(ReadResult, WhatFuzzingFoundComesBackWhateverItsBytes, (const std::string& bytes)) {
  FuzzFinding finding;
  finding.id = "0123456789ab";
  finding.key = finding.input = finding.reference = finding.port = finding.guilty = finding.messages = bytes;
  finding.context = finding.again = bytes;
  finding.index = 1ULL << 52U;
  finding.votes = {{"parse5", "neither"}};
  FuzzResult fuzz;
  fuzz.engines = {{"sweep", 100, 10, 9, 1, 2}, {"tokens", std::nullopt, 7, 7, 0, 0}};
  fuzz.findings = {finding};
  fuzz.stale_entries = {"old"};
  fuzz.sweep = FuzzSweep{"sweep", {"in body"}, {"tags", "texts"}, {"<b>", std::string(1, '\0')}, {0, 1}, 10, {{3, 4}}};
  fuzz.score = FuzzScore{100, 97, 30, 28, 73, 41.5};
  RunResult result;
  result.envelope.command = "fuzz html";
  result.found = fuzz;
  const auto read = parse_result(render_json(result), "results.json");
  RC_ASSERT(read.operator bool());
  RC_ASSERT(*read == result);
  std::get<FuzzResult>(result.found).sweep->done[0].pop_back();
  RC_ASSERT(!parse_result(render_json(result), "results.json"));
}

TEST(ReadResult, ACommandThatComparesNothingComesBackToo) {
  RunResult result;
  result.envelope.command = "lint";
  const auto read = parse_result(render_json(result), "results.json");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_TRUE(*read == result);
}

RC_GTEST_PROP(ReadResult, WhateverWasMeasuredComesBack, (const std::vector<std::uint32_t>& durations)) {
  RunResult result = full_load();
  LoadResult& load = std::get<LoadResult>(result.found);
  load.measurements.resize(1);
  LoadMeasurement& one = load.measurements[0];
  for (const std::uint32_t ns : durations) {
    one.requests[0].service.record(std::chrono::nanoseconds(std::int64_t{ns} * 300));
    one.requests[0].response.record(std::chrono::nanoseconds(std::int64_t{ns} * 301));
    ++one.requests[0].valid;
    ++one.requests[0].answers[0].valid;
    ++one.lanes[0].valid;
    ++one.seconds[0].valid;
  }
  const auto read = parse_result(render_json(result), "results.json");
  RC_ASSERT(read.operator bool());
  RC_ASSERT(*read == result);
}

TEST(ReadResult, WhatIsMissingUnknownOrOfAnotherKindIsAnErrorWithItsPlace) {
  const std::string text = render_json(full_load());
  EXPECT_THAT(error_of(replaced(text, "\"started\":", "\"begun\":")),
              HasSubstr("/load/measurements/0: needs \"started\""));
  EXPECT_THAT(error_of(replaced(text, "\"warmup_valid\":", "\"extra\": 1, \"warmup_valid\":")),
              HasSubstr("unknown key \"extra\""));
  EXPECT_THAT(error_of(replaced(text, "\"partial\": false", "\"partial\": 0")),
              HasSubstr("/partial: must be true or false, is a number"));
  EXPECT_THAT(error_of(replaced(text, "\"httparity_load\": 1", "\"httparity_load\": 2")),
              HasSubstr("a version that this httparity doesn't know"));
  EXPECT_THAT(error_of("{}"), HasSubstr("is no result of httparity"));
  EXPECT_THAT(error_of("[]"), HasSubstr("must be an object"));
}

TEST(ReadResult, AMeasurementOfNoTargetAndBucketsOfNoHistogramAreRefused) {
  const std::string text = render_json(full_load());
  const std::size_t measurements = text.find("\"measurements\"");
  const std::size_t target = text.find("\"target\": 0", measurements);
  std::string wrong = text;
  wrong.replace(target, 11, "\"target\": 7");
  EXPECT_THAT(error_of(wrong), HasSubstr("a target or a step that it doesn't list"));
  const std::size_t buckets = text.find("\"buckets\": [", measurements);
  wrong = text;
  wrong.replace(text.find('[', buckets + 12), 1, "[1,");
  EXPECT_THAT(error_of(wrong), HasSubstr("/buckets: each has a lowest"));
}

}  // namespace
}  // namespace httparity
