#include "load/traffic.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace httparity {
namespace {

using std::chrono::milliseconds;

const std::string kPage = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

RequestSet one_page(std::size_t lane, const std::string& page = kPage, std::vector<Mask> masks = {}) {
  RequestTemplate request;
  request.bytes = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";
  Exchange exchange;
  exchange.request = index_message(request.bytes);
  ResponseReader reader("GET");
  reader.feed(page);
  ReadResponse read = reader.take();
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
  request.expectation = *compile_expectation(std::move(exchange), std::move(masks));
  std::vector<RequestTemplate> templates;
  templates.push_back(std::move(request));
  RequestSet out = make_request_set(std::move(templates));
  out.lane = lane;
  return out;
}

/// Traffic on two connections, the first in lane 0, the second in lane 1, with a clock of its own.
class TrafficTest : public ::testing::Test {
 protected:
  TrafficTest() : sets_{one_page(0), one_page(1)}, traffic_(sets_, {}) {
    first_.set = 0;
    second_.set = 1;
  }

  void follow(std::size_t lane, double rate) {
    traffic_.follow(lane, Arrivals(Arrivals::Process::kConstant, rate, begin_, 0, 1));
  }
  void begin() {
    traffic_.enter(Traffic::Phase::kTimed, now_);
    traffic_.on_connected(first_, now_, now_);
    traffic_.on_connected(second_, now_, now_);
  }
  void pass(milliseconds time) {
    now_ += time;
    traffic_.on_time(now_);
  }
  /// The server answers what is out on `connection`, if anything is.
  void answer(LoadConnection& connection) {
    connection.unsent = {};
    if (!connection.outstanding.empty()) traffic_.on_bytes(connection, kPage, now_);
  }

  const Clock::time_point begin_{std::chrono::seconds(100)};
  Clock::time_point now_ = begin_;
  std::vector<RequestSet> sets_;
  Traffic traffic_;
  LoadConnection first_;
  LoadConnection second_;
};

TEST_F(TrafficTest, WhatFallsDueDuringAStallIsSentAfterItAndCountedFromWhenItWasDue) {
  follow(0, 1);
  follow(1, 100);  // one each 10 ms
  begin();
  ASSERT_EQ(second_.outstanding.size(), 1U);  // due at 0
  pass(milliseconds(1000));                   // in which nothing comes back
  EXPECT_EQ(second_.outstanding.size(), 1U);
  EXPECT_EQ(traffic_.behind(now_), milliseconds(990));
  for (int i = 1; i <= 100; ++i) {
    answer(second_);
    ASSERT_EQ(second_.outstanding.size(), 1U) << i;
    EXPECT_EQ(second_.outstanding.front().intended, begin_ + milliseconds(10 * i));
  }
  answer(second_);
  EXPECT_TRUE(second_.outstanding.empty());  // it has caught up, and not run ahead
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.lanes[1].due, 101U);
  EXPECT_EQ(tally.lanes[1].backlog_at_end, 0U);
  EXPECT_EQ(tally.lanes[1].valid, 101U);
  EXPECT_EQ(tally.lanes[1].lateness.count(), 101U);
  EXPECT_GE(tally.lanes[1].lateness.max(), milliseconds(990));
  EXPECT_GE(tally.requests[0].response.max(), milliseconds(1000));
}

TEST_F(TrafficTest, AProfileAtARateKeepsItWhateverTheClosedLoopBesideItDoes) {
  follow(1, 100);
  begin();
  for (int i = 1; i <= 50; ++i) {
    pass(milliseconds(10));
    answer(second_);
    for (int k = 0; k < 7; ++k) answer(first_);
  }
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.lanes[1].due, 51U);
  EXPECT_EQ(tally.lanes[1].valid, 50U);
  EXPECT_EQ(tally.lanes[0].due, 0U);
  EXPECT_EQ(tally.lanes[0].valid, 350U);
  EXPECT_EQ(tally.lanes[0].lateness.count(), 0U);
  EXPECT_EQ(tally.started, tally.valid() + tally.unanswered + tally.in_flight_at_end);
}

TEST_F(TrafficTest, WhatIsDueAndNotSentAtTheEndIsTheBacklog) {
  follow(0, 1000);
  begin();
  pass(milliseconds(100));
  traffic_.limit_time(now_);
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.lanes[0].due, 100U);
  EXPECT_EQ(tally.lanes[0].backlog_at_end, 99U);
  EXPECT_EQ(tally.lanes[0].lateness.count() + tally.lanes[0].backlog_at_end, tally.lanes[0].due);
}

TEST_F(TrafficTest, OnlyWhatMayBeSeenTwiceIsSentAgainWhenAnIdleConnectionCloses) {
  for (const bool is_write : {false, true}) {
    if (is_write) sets_[1].templates[0].bytes.replace(0, 3, "POST");
    LoadConnection connection;
    connection.set = 1;
    traffic_.enter(Traffic::Phase::kTimed, now_);
    traffic_.on_connected(connection, now_, now_);
    answer(connection);  // a connection that was used, and has the next request out
    ASSERT_EQ(connection.outstanding.size(), 1U);
    traffic_.on_end(connection, StreamEnd::kFin, now_);
    EXPECT_EQ(connection.again.size(), is_write ? 0U : 1U);
  }
  const auto& errors = traffic_.tally().errors;
  EXPECT_EQ(errors[static_cast<std::size_t>(LoadError::kIdleClose)].count, 1U);
  EXPECT_EQ(errors[static_cast<std::size_t>(LoadError::kResetBeforeFirstByte)].count, 1U);
}

TEST_F(TrafficTest, ACountedRunOwesNothingBeyondItsCount) {
  follow(0, 1000);
  traffic_.limit_requests(3);
  begin();
  for (int i = 0; i < 10; ++i) {
    pass(milliseconds(5));
    answer(first_);
  }
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.started, 3U);
  EXPECT_EQ(tally.lanes[0].backlog_at_end, 0U);
}

// However slow the server: one answer of each round trip comes in the timed part, and so one counts.
TEST_F(TrafficTest, AnAnswerCountsByWhenItComesAndNotByWhenItWasAskedFor) {
  for (const int round_trips : {1, 4}) {
    LoadConnection slow;
    Traffic traffic(sets_, {});
    Clock::time_point now = begin_;
    const auto come = [&] { traffic.on_bytes(slow, kPage, now); };
    traffic.enter(Traffic::Phase::kWarmup, now);
    traffic.on_connected(slow, now, now);
    now += milliseconds(600);
    traffic.enter(Traffic::Phase::kTimed, now);
    traffic.limit_time(now + milliseconds(1000) * round_trips);
    for (int i = 0; i < round_trips; ++i) {
      now += milliseconds(i == 0 ? 400 : 1000);
      come();
    }
    now += milliseconds(600);
    traffic.enter(Traffic::Phase::kDrain, now);
    now += milliseconds(400);
    come();
    const Tally tally = traffic.finish();
    EXPECT_EQ(tally.carried_in, 1U);
    EXPECT_EQ(tally.valid(), static_cast<std::uint64_t>(round_trips));
    EXPECT_EQ(tally.timed, milliseconds(1000) * round_trips);
    EXPECT_EQ(tally.requests[0].service.count(), tally.valid());
    EXPECT_EQ(tally.requests[0].service.min(), milliseconds(1000));  // from its own start, in the warm-up
    EXPECT_EQ(tally.in_flight_at_end, 1U);
    EXPECT_EQ(tally.warmup_valid, 0U);
    EXPECT_EQ(tally.carried_in + tally.started, tally.valid() + tally.in_flight_at_end + tally.unanswered);
  }
}

TEST_F(TrafficTest, AnAnswerBehindTheEndIsNoneOfTheTimedPartThoughItsPhaseHasNotChangedYet) {
  begin();
  traffic_.limit_time(begin_ + milliseconds(10));
  now_ += milliseconds(10);
  answer(first_);
  EXPECT_TRUE(first_.outstanding.empty());  // and nothing is sent any more
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.valid(), 0U);
  EXPECT_EQ(tally.in_flight_at_end, 1U);
  EXPECT_EQ(tally.unanswered, 1U);  // the other connection's
  EXPECT_EQ(tally.started, 2U);
}

TEST_F(TrafficTest, WhatWasCarriedInAndNeverCameIsUnanswered) {
  traffic_.enter(Traffic::Phase::kWarmup, now_);
  traffic_.on_connected(first_, now_, now_);
  traffic_.on_connected(second_, now_, now_);
  traffic_.enter(Traffic::Phase::kTimed, now_);
  traffic_.on_end(first_, StreamEnd::kRst, now_);
  traffic_.enter(Traffic::Phase::kDrain, now_);
  const Tally tally = traffic_.finish();
  EXPECT_EQ(tally.carried_in, 2U);
  EXPECT_EQ(tally.started, 0U);
  EXPECT_EQ(tally.unanswered, 2U);
}

TEST(FreshValues, MayNotComeTwiceOnWhicheverThreadsConnection) {
  const auto page = [](const std::string& id) {
    return "HTTP/1.1 200 OK\r\nX-Id: " + id + "\r\nContent-Length: 5\r\n\r\nhello";
  };
  Mask fresh;
  fresh.selector = HeaderSelector{"X-Id", {}, {}, {}};
  fresh.type = MaskType::kHex;
  fresh.fresh = true;
  const std::vector<RequestSet> sets{one_page(0, page("a0"), {fresh})};
  const Clock::time_point now{std::chrono::seconds(100)};
  for (const bool shared : {true, false}) {
    SeenValues seen;
    TrafficPlan plan;
    if (shared) plan.seen = &seen;
    std::uint64_t invalid = 0;
    for (const char* id : {"b1", "b1"}) {  // the same value to each thread
      Traffic thread(sets, plan);
      LoadConnection connection;
      thread.enter(Traffic::Phase::kTimed, now);
      thread.on_connected(connection, now, now);
      thread.on_bytes(connection, page(id), now);
      invalid += thread.finish().invalid();
    }
    EXPECT_EQ(invalid, shared ? 1U : 0U);
  }
}

}  // namespace
}  // namespace httparity
