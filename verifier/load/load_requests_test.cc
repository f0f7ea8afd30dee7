// What the requests of a load are and which answers are right: alternatives, sessions, values of their own, audits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>

#include "load/load_run_fixture.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

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

}  // namespace
}  // namespace httparity
