#include "load/matcher.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "load/expectation.h"
#include "load/page_masks.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

const std::string kRequest = "GET /rooms/1 HTTP/1.1\r\nHost: room.test\r\n\r\n";
const std::string kPage =
    "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nX-Runtime: 0.123\r\nX-Request-Id: 0123456789abcdef\r\n"
    "Content-Length: 61\r\n\r\n<meta name=\"csrf-token\" content=\"dG9rZW4x\"><p>Hello, room</p>";

Exchange exchange_of(const std::string& bytes, Fate fate = Fate::kOpen) {
  return make_exchange(kRequest, bytes, fate);
}

std::vector<Mask> masks() {
  return page_masks("content=\"");
}

std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
  return bytes.replace(bytes.find(from), from.size(), to);
}

/// Feeds `bytes` in pieces of `piece` bytes.
MatchStep play(LiveExpectation& live, const std::string& bytes, std::size_t piece, Match* kept = nullptr,
               std::string_view echo = {}) {
  Match own;
  Match& match = kept != nullptr ? *kept : own;
  match.begin(live, echo);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view part = std::string_view(bytes).substr(at, piece);
    const MatchProgress progress = match.feed(part);
    if (progress.step != MatchStep::kNeedMore) return progress.step;
    EXPECT_EQ(progress.taken, part.size());
    at += progress.taken;
  }
  return MatchStep::kNeedMore;
}

class Matching : public ::testing::TestWithParam<std::size_t> {
 protected:
  Matching() : expectation_(*compile_expectation(exchange_of(kPage), masks())), live_(expectation_, {}, seen_) {}

  SeenValues seen_;
  Expectation expectation_;
  LiveExpectation live_;
};

TEST_P(Matching, TheSameBytesAreValid) {
  EXPECT_EQ(play(live_, kPage, GetParam()), MatchStep::kValid);
  EXPECT_EQ(live_.compared_in_full, 0U);
}

TEST_P(Matching, MaskedValuesMayChangeAndBecomeTheLiveImage) {
  const std::string later =
      replaced(replaced(replaced(kPage, "00:00:00", "00:00:01"), "0.123", "17.5"), "dG9rZW4x", "c2Vjb25k");
  EXPECT_EQ(play(live_, later, GetParam()), MatchStep::kValid);
  EXPECT_EQ(live_.answers[0].image->bytes, later);
  EXPECT_EQ(play(live_, later, GetParam()), MatchStep::kValid);
  EXPECT_EQ(play(live_, kPage, GetParam()), MatchStep::kValid);
  EXPECT_EQ(live_.compared_in_full, 0U);
}

TEST_P(Matching, ValuesThatChangeInEveryAnswerAreStillChecked) {
  for (int i = 0; i < 200; ++i) {
    const std::string own = replaced(kPage, "0.123", std::string(1 + static_cast<std::size_t>(i % 5), '7'));
    ASSERT_EQ(play(live_, own, GetParam()), MatchStep::kValid) << i;
  }
  EXPECT_EQ(live_.compared_in_full, 0U);
  ASSERT_GT(live_.answers[0].by_slots, 0U);
  EXPECT_EQ(play(live_, replaced(kPage, "0.123", "7x"), GetParam()), MatchStep::kInvalid);
  ASSERT_GT(live_.answers[0].by_slots, 0U);
  EXPECT_EQ(play(live_, replaced(kPage, "Hello", "hello"), GetParam()), MatchStep::kInvalid);
  ASSERT_GT(live_.answers[0].by_slots, 0U);
  EXPECT_EQ(play(live_, replaced(kPage, "X-Runtime: 0.123", "X-runtime: 0.123"), GetParam()), MatchStep::kInvalid);
}

TEST_P(Matching, AMaskedValueOfTheWrongTypeIsInvalid) {
  Match match;
  EXPECT_EQ(play(live_, replaced(kPage, "0.123", "0.12x"), GetParam(), &match), MatchStep::kInvalid);
  ASSERT_FALSE(match.verdict().differences.empty());
  EXPECT_EQ(match.verdict().differences[0].kind, DifferenceKind::kMaskType);
}

TEST_P(Matching, EveryFlippedByteOutsideAMaskIsInvalidAndKeptAsReceived) {
  for (std::size_t i = 0; i < kPage.size(); ++i) {
    bool in_slot = false;
    for (const Slot& slot : expectation_.image.slots) in_slot = in_slot || (i >= slot.span.begin && i < slot.span.end);
    if (in_slot) continue;
    std::string bytes = kPage;
    bytes[i] = static_cast<char>(bytes[i] ^ 1);
    Match match;
    match.begin(live_);
    MatchStep step = MatchStep::kNeedMore;
    for (std::size_t at = 0; at < bytes.size() && step == MatchStep::kNeedMore; at += GetParam()) {
      step = match.feed(std::string_view(bytes).substr(at, GetParam())).step;
    }
    if (step == MatchStep::kNeedMore) step = match.end(StreamEnd::kFin);
    ASSERT_EQ(step, MatchStep::kInvalid) << "byte " << i;
    ASSERT_TRUE(match.received().response.has_value());
    ASSERT_TRUE(bytes.starts_with(match.received().response->bytes)) << "byte " << i;
  }
}

TEST_P(Matching, AnAnswerCutByTheCloseIsInvalid) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{30}, kPage.size() - 1}) {
    Match match;
    ASSERT_EQ(play(live_, kPage.substr(0, size), GetParam(), &match), MatchStep::kNeedMore);
    EXPECT_EQ(match.end(StreamEnd::kFin), MatchStep::kInvalid);
  }
}

TEST_P(Matching, WhatFollowsTheAnswerIsNotTaken) {
  const std::string two = kPage + kPage;
  Match match;
  match.begin(live_);
  std::size_t taken = 0;
  MatchProgress progress;
  while (progress.step == MatchStep::kNeedMore) {
    progress = match.feed(std::string_view(two).substr(taken, GetParam()));
    taken += progress.taken;
  }
  EXPECT_EQ(progress.step, MatchStep::kValid);
  EXPECT_EQ(taken, kPage.size());
}

TEST_P(Matching, AFreshValueThatComesAgainIsInvalid) {
  std::vector<Mask> fresh = masks();
  fresh[2].fresh = true;
  const Expectation expectation = *compile_expectation(exchange_of(kPage), fresh);
  SeenValues seen;
  LiveExpectation live(expectation, {}, seen);
  const std::string second = replaced(kPage, "dG9rZW4x", "c2Vjb25k");
  EXPECT_EQ(play(live, second, GetParam()), MatchStep::kValid);
  // That of the verified answer counts as sent.
  for (const std::string& repeat : {second, kPage}) {
    Match match;
    EXPECT_EQ(play(live, repeat, GetParam(), &match), MatchStep::kInvalid);
    ASSERT_EQ(match.verdict().differences.size(), 1U);
    EXPECT_EQ(match.verdict().differences[0].kind, DifferenceKind::kMaskRelation);
    EXPECT_EQ(match.received().response->bytes, repeat);
  }
}

TEST_P(Matching, AnEchoMustBeTheRequestsOwn) {
  const Expectation expectation = *compile_expectation(exchange_of(kPage), masks(), "0123456789abcdef");
  SeenValues seen;
  LiveExpectation live(expectation, {}, seen);
  const std::string own = replaced(kPage, "0123456789abcdef", "fedcba9876543210");
  EXPECT_EQ(play(live, own, GetParam(), nullptr, "fedcba9876543210"), MatchStep::kValid);
  EXPECT_EQ(play(live, kPage, GetParam(), nullptr, "fedcba9876543210"), MatchStep::kInvalid);
  EXPECT_EQ(play(live, own, GetParam(), nullptr, "0000000000000000"), MatchStep::kInvalid);
}

TEST_P(Matching, ABodyThatEndsWithTheCloseIsValidAfterAFinOnly) {
  const std::string page = "HTTP/1.1 200 OK\r\n\r\nuntil the end";
  const Expectation expectation = *compile_expectation(exchange_of(page, Fate::kFin), {});
  SeenValues seen;
  LiveExpectation live(expectation, {}, seen);
  for (const bool whole : {true, false}) {
    Match match;
    EXPECT_EQ(play(live, whole ? page : page.substr(0, page.size() - 1), GetParam(), &match), MatchStep::kNeedMore);
    EXPECT_EQ(match.end(StreamEnd::kFin), whole ? MatchStep::kValid : MatchStep::kInvalid);
  }
  Match longer;
  EXPECT_EQ(play(live, page + "!", GetParam(), &longer), MatchStep::kNeedMore);
  EXPECT_EQ(longer.end(StreamEnd::kFin), MatchStep::kInvalid);
  Match reset;
  EXPECT_EQ(play(live, page, GetParam(), &reset), MatchStep::kNeedMore);
  EXPECT_EQ(reset.end(StreamEnd::kRst), MatchStep::kInvalid);
}

TEST_P(Matching, AChangedWidthInTheBodyIsJudgedInFull) {
  std::vector<Mask> wide = masks();
  wide[2].any_width = true;
  const Expectation expectation = *compile_expectation(exchange_of(kPage), wide);
  SeenValues seen;
  LiveExpectation live(expectation, {}, seen);
  const std::string longer =
      replaced(replaced(kPage, "Content-Length: 61", "Content-Length: 65"), "dG9rZW4x", "dG9rZW4xMjM0");
  EXPECT_EQ(play(live, longer, GetParam()), MatchStep::kValid);
  EXPECT_EQ(live.compared_in_full, 1U);
  EXPECT_EQ(play(live, replaced(longer, ": 65", ": 64"), GetParam()), MatchStep::kInvalid);
}

INSTANTIATE_TEST_SUITE_P(Pieces, Matching, ::testing::Values(1, 2, 7, 64, 100'000));

RC_GTEST_PROP(Match, AnySplitOfAnyAnswerGivesTheSameVerdict, ()) {
  const Expectation expectation = *compile_expectation(exchange_of(kPage), masks());
  std::string bytes = kPage;
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = *rc::gen::arbitrary<char>();
  std::vector<MatchStep> steps;
  for (const std::size_t piece : {bytes.size(), *rc::gen::inRange<std::size_t>(1, 80)}) {
    SeenValues seen;
    LiveExpectation live(expectation, {}, seen);
    Match match;
    match.begin(live);
    MatchStep step = MatchStep::kNeedMore;
    for (std::size_t i = 0; i < bytes.size() && step == MatchStep::kNeedMore; i += piece) {
      step = match.feed(std::string_view(bytes).substr(i, piece)).step;
    }
    if (step == MatchStep::kNeedMore) step = match.end(StreamEnd::kFin);
    steps.push_back(step);
  }
  RC_ASSERT(steps[0] == steps[1]);
}

}  // namespace
}  // namespace httparity
