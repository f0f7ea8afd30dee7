#include "load/load_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>

#include "load/load_run_fixture.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kPlain = R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
  { "name": "a", "request": { "method": "GET", "target": "/a", "headers": [["Host", "x.test"]] }, "load": { "weight": 3 } },
  { "name": "b", "request": { "method": "GET", "target": "/b", "headers": [["Host", "x.test"]] }, "load": {} } ] } ] })";

TEST_F(LoadRunTest, TwoEqualServersAreMeasuredInTurnsWithEveryAnswerValid) {
  const Answer answer = [](const std::string& request) { return ok(request.substr(4, 2)); };
  const Origin reference(answer);
  const Origin port(answer);
  const RunResult result = run(kPlain, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  const LoadResult& load = found(result);
  ASSERT_EQ(load.measurements.size(), 4U);
  std::vector<std::size_t> order;
  for (const LoadMeasurement& one : load.measurements) {
    order.push_back(one.target);
    EXPECT_EQ(one.valid(), 400U);
    // Each connection goes through the mix for itself, and may stand anywhere in it at the end.
    EXPECT_NEAR(static_cast<double>(one.requests[0].valid), 300, 4);
    EXPECT_EQ(one.requests[0].valid + one.requests[1].valid, 400U);
    EXPECT_EQ(one.latency().count(), 400U);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 1, 0}));
  EXPECT_EQ(load.targets[1].compared, 2U);
}

TEST_F(LoadRunTest, AByteThatIsWrongOnceInAWhileUnderLoadIsFoundAndShown) {
  const Answer answer = [](const std::string& request) { return ok(request.substr(4, 2)); };
  const Origin reference(answer);
  std::atomic<int> count = 0;
  const Origin port(
      [&](const std::string& request) { return ++count % 100 == 99 ? ok("/x") : ok(request.substr(4, 2)); });
  const RunResult result = run(kPlain, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 1) << words(result);
  const LoadResult& load = found(result);
  std::uint64_t invalid = 0;
  for (const LoadMeasurement& one : load.measurements) {
    if (one.target == 1) {
      invalid += one.invalid();
    } else {
      EXPECT_EQ(one.invalid(), 0U);
    }
  }
  EXPECT_EQ(invalid, static_cast<std::uint64_t>(count / 100));
  ASSERT_FALSE(load.wrong.empty());
  EXPECT_EQ(load.wrong[0].target, 1U);
  EXPECT_EQ(load.wrong[0].received, ok("/x"));
  EXPECT_EQ(load.wrong[0].differences.at(0).kind, DifferenceKind::kBodyBytes);
}

TEST_F(LoadRunTest, APortThatDiffersFromTheReferenceGetsNoNumber) {
  const Origin reference([](const std::string&) { return ok("one"); });
  const Origin port([](const std::string&) { return ok("two"); });
  const RunResult result = run(kPlain, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 1);
  EXPECT_THAT(found(result).targets[1].refused, HasSubstr("2 of 2 exchanges differ"));
  for (const LoadMeasurement& one : found(result).measurements) EXPECT_EQ(one.target, 0U);
}

TEST_F(LoadRunTest, WhatTheLedgerKnowsIsNamedAndMeasured) {
  const Origin reference([](const std::string&) { return ok("x", "Server: one\r\n"); });
  const Origin port([](const std::string&) { return ok("x", "Server: two\r\n"); });
  ASSERT_TRUE(write_file((folder_.path() / "ledger.json").string(),
                         R"({ "httparity_ledger": 1, "entries": [ { "signature": "header-value Server",
                           "reason": "another server", "owner": "ada", "expires": "2999-01-01" } ] })"));
  const RunResult result = run(kPlain, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  ASSERT_EQ(found(result).targets[1].ledger.size(), 1U);
  EXPECT_EQ(found(result).targets[1].ledger[0].hits, 2U);
  EXPECT_EQ(found(result).measurements.size(), 4U);
}

constexpr std::string_view kReadersAndWriters =
    R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
  { "name": "read", "request": { "method": "GET", "target": "/r" }, "load": { "profile": "readers" } },
  { "name": "write", "request": { "method": "POST", "target": "/w", "headers": [["Content-Length", "0"]] },
    "load": { "profile": "writers" } } ] } ] })";

TEST_F(LoadRunTest, AProfileWithARateOfItsOwnKeepsItBesideTheOthers) {
  const Origin origin([](const std::string& request) { return ok(request.substr(0, 4)); });
  options_.rounds = 1;
  options_.profiles = {{"writers", 500, 2}};
  options_.duration = std::chrono::milliseconds(400);
  const std::string path = (folder_.path() / "x.contract.json").string();
  ASSERT_TRUE(write_file(path, kReadersAndWriters));
  options_.paths = {path};
  options_.targets = {origin.url()};
  options_.connections = {3};
  options_.warmup = std::chrono::nanoseconds(0);
  options_.wait = WaitPolicy::kBlock;
  options_.gates.headroom = 1;
  const RunResult result = run_load(options_);
  EXPECT_EQ(status(result), 0) << words(result);
  const LoadMeasurement& one = found(result).measurements.at(0);
  ASSERT_EQ(one.lanes.size(), 2U);
  EXPECT_EQ(one.lanes[0].profiles, "readers");
  EXPECT_EQ(one.lanes[0].connections, 3U);
  EXPECT_EQ(one.lanes[0].due, 0U);
  EXPECT_EQ(one.lanes[1].profiles, "writers");
  EXPECT_EQ(one.lanes[1].due, 200U);
  EXPECT_EQ(one.lanes[1].lateness.count() + one.lanes[1].backlog_at_end, 200U);
  EXPECT_EQ(one.latency().count(), one.valid());
  EXPECT_EQ(one.lanes[0].valid, one.requests[0].valid);
  EXPECT_EQ(one.lanes[1].valid, one.requests[1].valid);
}

TEST_F(LoadRunTest, AProfileThatNobodyHasIsRefusedBeforeAnyTargetStarts) {
  options_.profiles = {{"writer", 500, 2}};
  RunResult result = run(kReadersAndWriters, {"http://127.0.0.1:1"});
  EXPECT_EQ(status(result), 2);
  EXPECT_THAT(words(result), HasSubstr("--profile writer: no step that is sent has it; there are: readers, writers"));
  options_.profiles = {{"writers", 500, 2}, {"readers", 500, 2}};
  result = run(kReadersAndWriters, {"http://127.0.0.1:1"});
  EXPECT_EQ(status(result), 2);
  EXPECT_THAT(words(result), HasSubstr("none is left for --connections"));
}

TEST_F(LoadRunTest, ATargetIsHeldToItsOwnAnswersWhereTheLedgerLetsItDiffer) {
  const Origin reference([](const std::string&) { return ok("x", "Server: one\r\n"); });
  std::atomic<int> count = 0;
  // What the ledger covers lets it differ from the reference, not from itself: not even by the reference's own answer.
  const Origin port(
      [&](const std::string&) { return ok("x", ++count % 100 == 99 ? "Server: one\r\n" : "Server: two\r\n"); });
  ASSERT_TRUE(write_file((folder_.path() / "ledger.json").string(),
                         R"({ "httparity_ledger": 1, "entries": [ { "signature": "header-value Server",
                           "reason": "another server", "owner": "ada", "expires": "2999-01-01" } ] })"));
  const RunResult result = run(kPlain, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 1) << words(result);
  std::uint64_t invalid = 0;
  for (const LoadMeasurement& one : found(result).measurements) invalid += one.invalid();
  EXPECT_EQ(invalid, static_cast<std::uint64_t>(count / 100));
  EXPECT_EQ(found(result).wrong.at(0).expected, ok("x", "Server: two\r\n"));
}

TEST_F(LoadRunTest, AnswersThatNeverSettleAreNamedWithTheCureBeforeAnyLoad) {
  std::atomic<int> count = 100;
  const Origin origin([&](const std::string&) { return ok(std::to_string(++count)); });
  options_.rounds = 1;
  const RunResult result = run(kPlain, {origin.url()});
  EXPECT_EQ(status(result), 5);
  EXPECT_THAT(words(result), HasSubstr("s / a: its answers never settle"));
  EXPECT_THAT(words(result), HasSubstr("mask what changes"));
  EXPECT_TRUE(found(result).measurements.empty());
}

TEST_F(LoadRunTest, WithoutALoadableStepNothingIsDone) {
  const RunResult result = run(R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
    { "name": "a", "request": { "method": "GET", "target": "/" } } ] } ] })",
                               {"http://127.0.0.1:1"});
  EXPECT_EQ(status(result), 2);
  EXPECT_THAT(words(result), HasSubstr("no step is marked for load"));
}

TEST_F(LoadRunTest, ATargetThatCantBeReachedIsStatusThree) {
  options_.rounds = 1;
  const RunResult result = run(kPlain, {"http://127.0.0.1:1"});
  EXPECT_EQ(status(result), 3) << words(result);
}

TEST_F(LoadRunTest, TheClientsOwnCapacityIsMeasuredWithAnswersOfTheSameSize) {
  if (!uring_is_available()) GTEST_SKIP() << "needs io_uring, which this kernel has not or forbids";
  const Origin origin([](const std::string& request) { return ok(request.substr(4, 2)); });
  options_.rounds = 1;
  options_.gates.headroom = 0.99;
  const std::string path = (folder_.path() / "x.contract.json").string();
  ASSERT_TRUE(write_file(path, kPlain));
  options_.paths = {path};
  options_.targets = {origin.url()};
  options_.connections = {2};
  options_.warmup = std::chrono::nanoseconds(0);
  options_.requests = 100;
  options_.wait = WaitPolicy::kBlock;
  const RunResult result = run_load(options_);
  ASSERT_TRUE(found(result).steps.at(0).client_capacity) << words(result);
  EXPECT_GT(*found(result).steps[0].client_capacity, 0);
}

}  // namespace
}  // namespace httparity
