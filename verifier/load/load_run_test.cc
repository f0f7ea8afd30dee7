#include "load/load_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/test_folder.h"
#include "result/exit_status.h"
#include "result/load_verdicts.h"
#include "transport/loopback_server.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;
using Answer = std::function<std::string(const std::string& request)>;

std::string ok(std::string_view body, std::string_view fields = "") {
  return "HTTP/1.1 200 OK\r\n" + std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

std::string field(const std::string& request, const std::string& name) {
  const std::size_t at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t from = at + name.size() + 4;
  return request.substr(from, request.find("\r\n", from) - from);
}

/// A server that answers each request, kept open; what `answer` gives is sent as it is.
class Origin {
 public:
  explicit Origin(Answer answer) {
    auto server = LoopbackServer::start({}, [answer = std::move(answer)](ServedConnection& peer) {
      std::string bytes;
      while (true) {
        const std::string more = peer.receive(65536);
        if (more.empty()) return;
        bytes += more;
        for (std::size_t end = 0; (end = bytes.find("\r\n\r\n")) != std::string::npos; bytes.erase(0, end + 4)) {
          const std::string said = answer(bytes.substr(0, end + 4));
          if (said.empty()) {
            peer.end(Fate::kRst);
            return;
          }
          if (!peer.send(said)) return;
        }
      }
    });
    EXPECT_TRUE(server) << server.error().what;
    server_ = std::make_unique<LoopbackServer>(*std::move(server));
  }
  std::string url() const { return endpoint_url(server_->endpoint()); }

 private:
  std::unique_ptr<LoopbackServer> server_;
};

constexpr std::string_view kPlain = R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
  { "name": "a", "request": { "method": "GET", "target": "/a", "headers": [["Host", "x.test"]] }, "load": { "weight": 3 } },
  { "name": "b", "request": { "method": "GET", "target": "/b", "headers": [["Host", "x.test"]] }, "load": {} } ] } ] })";

class LoadRunTest : public ::testing::Test {
 protected:
  RunResult run(std::string_view contract, const std::vector<std::string>& targets) {
    const std::string path = (folder_.path() / "x.contract.json").string();
    EXPECT_TRUE(write_file(path, contract));
    options_.paths = {path};
    options_.targets = targets;
    options_.connections = {4};
    options_.warmup = std::chrono::nanoseconds(0);
    options_.requests = 400;
    options_.wait = WaitPolicy::kBlock;
    options_.gates.headroom = 1;
    options_.transport.settle = std::chrono::milliseconds(5);
    return run_load(options_);
  }
  static const LoadResult& found(const RunResult& result) { return std::get<LoadResult>(result.found); }
  static int status(const RunResult& result) { return static_cast<int>(exit_status(result)); }
  static std::string words(const RunResult& result) {
    std::string out;
    for (const Failure& failure : result.envelope.failures) out += failure.what + "\n";
    for (const LoadTarget& target : found(result).targets) out += target.refused + "\n";
    for (const std::string& reason : void_reasons(found(result))) out += reason + "\n";
    for (const std::string& reason : missed_gates(found(result))) out += reason + "\n";
    return out;
  }

  TestFolder folder_;
  LoadOptions options_;
};

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

/// A page that a write throws out of the cache.
class CachedPage {
 public:
  std::string answer(const std::string& request) {
    if (request.starts_with("POST")) {
      cached_ = false;
      return ok("written");
    }
    return cached_.exchange(true) ? ok("page", "X-Cache: hit\r\n") : ok("page", "X-Cache: miss\r\n");
  }

 private:
  std::atomic<bool> cached_ = false;
};

constexpr std::string_view kHitsAndMisses = R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
  { "name": "missed", "request": { "method": "GET", "target": "/page" }, "load": { "alternative_of": "page" } },
  { "name": "page", "request": { "like": "missed" }, "load": { "weight": 3 } },
  { "name": "write", "request": { "method": "POST", "target": "/write", "headers": [["Content-Length", "0"]] },
    "load": {} } ] } ] })";

TEST_F(LoadRunTest, HitsAndMissesThatWereBothVerifiedAreBothRightAndCounted) {
  CachedPage first;
  CachedPage second;
  const Origin reference([&](const std::string& request) { return first.answer(request); });
  const Origin port([&](const std::string& request) { return second.answer(request); });
  const RunResult result = run(kHitsAndMisses, {reference.url(), port.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  for (const LoadMeasurement& one : found(result).measurements) {
    ASSERT_EQ(one.requests[0].answers.size(), 2U);
    EXPECT_EQ(one.requests[0].answers[0].step, "page");
    EXPECT_EQ(one.requests[0].answers[1].step, "missed");
    EXPECT_GT(one.requests[0].answers[0].valid, 0U);
    EXPECT_GT(one.requests[0].answers[1].valid, 0U);
    EXPECT_EQ(one.requests[0].answers[0].valid + one.requests[0].answers[1].valid, one.requests[0].valid);
    EXPECT_TRUE(one.requests[1].answers.empty());
  }
}

TEST_F(LoadRunTest, AnAnswerThatNoVerifiedAlternativeExplainsIsWrong) {
  CachedPage page;
  std::atomic<int> pages = 0;
  const Origin origin([&](const std::string& request) {
    const std::string said = page.answer(request);
    return request.starts_with("GET") && ++pages % 50 == 0 ? ok("page", "X-Cache: stale\r\n") : said;
  });
  options_.rounds = 1;
  const RunResult result = run(kHitsAndMisses, {origin.url()});
  EXPECT_EQ(status(result), 1);
  EXPECT_EQ(found(result).measurements.at(0).invalid(), static_cast<std::uint64_t>(pages / 50));
  EXPECT_THAT(found(result).wrong.at(0).received, HasSubstr("X-Cache: stale"));
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

TEST_F(LoadRunTest, ALastAnswerOnAConnectionIsAnAlternativeToThoseBefore) {
  std::atomic<int> count = 0;
  const Origin origin([&](const std::string& request) {
    return field(request, "Connection") == "close" || ++count % 10 == 0 ? ok("page", "Connection: close\r\n")
                                                                        : ok("page");
  });
  options_.rounds = 1;
  const RunResult result = run(R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
    { "name": "page", "request": { "method": "GET", "target": "/page" }, "load": {} },
    { "name": "last page", "request": { "like": "page", "add": [["Connection", "close"]] },
      "load": { "alternative_of": "page" } } ] } ] })",
                               {origin.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  const LoadRequestCount& page = found(result).measurements.at(0).requests.at(0);
  EXPECT_EQ(page.valid, 400U);
  EXPECT_NEAR(static_cast<double>(page.answers.at(1).valid), 40, 2);
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

TEST_F(LoadRunTest, EachSessionLogsInAndSendsItsOwnCookie) {
  std::atomic<int> logins = 0;
  const Origin origin([&](const std::string& request) {
    if (request.starts_with("GET /login ")) {
      return ok("in", "Set-Cookie: s=" + std::to_string(++logins) + "\r\n");
    }
    const std::string cookie = field(request, "Cookie");
    return cookie.empty() ? ok("nobody") : ok("hello " + cookie);
  });
  options_.sessions = 3;
  options_.rounds = 1;
  const RunResult result = run(R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
    { "name": "login", "request": { "method": "GET", "target": "/login" }, "require": { "body": { "text": "in" } } },
    { "name": "page", "request": { "method": "GET", "target": "/", "headers": [["Cookie", "{cookies}"]] },
      "load": {} } ] } ] })",
                               {origin.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  EXPECT_EQ(logins, 3);
  EXPECT_EQ(found(result).measurements.at(0).valid(), 400U);
}

constexpr std::string_view kUnique = R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
  { "name": "a", "request": { "method": "GET", "target": "/", "headers": [["X-Request-Id", "{unique}"]] },
    "load": { "audit": ["sh", "-c", "test $(sort -u \"$0\" | wc -l) -gt 400"] } } ] } ] })";

TEST_F(LoadRunTest, EveryRequestCarriesAValueOfItsOwnAndGetsItBack) {
  const Origin origin(
      [](const std::string& request) { return ok("x", "X-Id: " + field(request, "X-Request-Id") + "\r\n"); });
  options_.rounds = 1;
  const RunResult result = run(kUnique, {origin.url()});
  EXPECT_EQ(status(result), 0) << words(result);
  ASSERT_EQ(found(result).audits.size(), 1U);
  EXPECT_TRUE(found(result).audits[0].passed) << found(result).audits[0].output;
  EXPECT_GT(found(result).audits[0].acknowledged, 400U);
}

TEST_F(LoadRunTest, AnAnswerThatBelongsToAnotherRequestIsFound) {
  std::atomic<int> count = 0;
  std::string kept = "0123456789abcdef";
  const Origin origin([&](const std::string& request) {
    const std::string id = ++count % 50 == 0 ? kept : field(request, "X-Request-Id");
    return ok("x", "X-Id: " + id + "\r\n");
  });
  options_.rounds = 1;
  const RunResult result = run(kUnique, {origin.url()});
  EXPECT_EQ(status(result), 1);
  EXPECT_EQ(found(result).measurements.at(0).invalid(), static_cast<std::uint64_t>(count / 50));
}

TEST_F(LoadRunTest, AnAuditThatFailsIsADifference) {
  const Origin origin([](const std::string&) { return ok("x"); });
  options_.rounds = 1;
  const RunResult result = run(R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "steps": [
    { "name": "a", "request": { "method": "GET", "target": "/{unique}" },
      "load": { "audit": ["sh", "-c", "echo a row is missing; exit 1"] } } ] } ] })",
                               {origin.url()});
  EXPECT_EQ(status(result), 1);
  EXPECT_THAT(found(result).audits.at(0).output, HasSubstr("a row is missing"));
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
