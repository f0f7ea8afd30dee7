#include "report/load_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/junit_report.h"
#include "report/text_report.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LoadMeasurement measured(std::size_t target, std::size_t round, std::uint64_t valid) {
  LoadMeasurement out;
  out.target = target;
  out.round = round;
  out.timed = std::chrono::seconds(1);
  out.requests.resize(1);
  out.requests[0].name = "s / GET";
  out.requests[0].valid = valid;
  out.requests[0].service.record(std::chrono::milliseconds(3));
  out.started = valid;
  return out;
}

RunResult pair() {
  LoadResult load;
  load.targets.resize(2);
  load.targets[0].name = "nginx";
  load.targets[1].name = "caddy";
  load.targets[1].compared = 5;
  load.steps.resize(1);
  load.steps[0].connections = 64;
  for (std::size_t round = 0; round < 4; ++round) {
    load.measurements.push_back(measured(0, round, 1000));
    load.measurements.push_back(measured(1, round, 500));
  }
  RunResult result;
  result.envelope.command = "load";
  result.found = std::move(load);
  return result;
}

LoadResult& load_of(RunResult& result) {
  return std::get<LoadResult>(result.found);
}

TEST(LoadText, WhereEveryRequestTimedOutThereAreNoLatenciesAndTheErrorsAreTheFinding) {
  RunResult result = pair();
  LoadResult& load = load_of(result);
  load.measurements.resize(1);
  load.targets.resize(1);
  LoadMeasurement& one = load.measurements[0];
  one.requests[0] = {};
  one.unanswered = 1000;
  one.errors = {{"timeout-first-byte", 1000, "after 0 bytes", std::chrono::seconds(10)}};
  const std::string text = render_text(result, {});
  EXPECT_THAT(text, Not(HasSubstr("0 us")));
  EXPECT_THAT(text, HasSubstr("        -         -         -         -         -         - "));
  EXPECT_THAT(text, HasSubstr("1000 timeout-first-byte"));
  EXPECT_THAT(text, HasSubstr("exit 4"));
}

TEST(LoadText, ShowsRatesLatenciesAndTheRatioToTheReference) {
  const std::string text = render_text(pair(), {});
  EXPECT_THAT(text, HasSubstr("64 connections: valid answers per second"));
  EXPECT_THAT(text, HasSubstr("3.00 ms"));
  EXPECT_THAT(text, HasSubstr("0.500x the reference's rate (0.500 to 0.500, 95 % of 4 rounds): slower than the "
                              "reference; by the plain rule beyond the spread"));
  EXPECT_THAT(text, HasSubstr("caddy: 5 exchanges held against the reference; they don't differ"));
  EXPECT_THAT(text, Not(HasSubstr("VOID")));
  EXPECT_THAT(text, HasSubstr("exit 0"));
}

TEST(LoadText, AVoidRunSaysThatItsFiguresMeanNothing) {
  RunResult result = pair();
  load_of(result).measurements[0].started += 7;
  const std::string text = render_text(result, {});
  EXPECT_THAT(text, HasSubstr("VOID: nginx, 64 connections, round 1: 1007 requests were started"));
  EXPECT_THAT(text, HasSubstr("The figures above mean nothing"));
  EXPECT_THAT(text, HasSubstr("exit 4"));
}

TEST(LoadText, AWrongAnswerIsShownWithItsOffsetAndACommandThatReplaysIt) {
  RunResult result = pair();
  load_of(result).measurements[1].requests[0].invalid = 1;
  LoadWrongAnswer wrong;
  wrong.target = 1;
  wrong.contract = "x.contract.json";
  wrong.scenario = "s";
  wrong.request_name = "GET it";
  wrong.expected = "HTTP/1.1 200 OK\r\n\r\nabc";
  wrong.received = "HTTP/1.1 200 OK\r\n\r\nabX";
  load_of(result).wrong.push_back(wrong);
  const std::string text = render_text(result, {});
  EXPECT_THAT(text, HasSubstr("WRONG ANSWER caddy: s / GET it"));
  EXPECT_THAT(text, HasSubstr("from byte 21 on"));
  EXPECT_THAT(text, HasSubstr("replay: httparity verify x.contract.json --only s --step 'GET it' --reference nginx "
                              "--port caddy"));
  EXPECT_THAT(render_junit(result, {}), HasSubstr("1 invalid answers beside 500 valid ones"));
}

TEST(LoadText, ATargetWithoutANumberSaysWhy) {
  RunResult result = pair();
  load_of(result).targets[1].refused = "2 of 5 exchanges differ";
  EXPECT_THAT(render_text(result, {}), HasSubstr("caddy: NO NUMBER: 2 of 5 exchanges differ"));
}

}  // namespace
}  // namespace httparity
