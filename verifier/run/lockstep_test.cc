#include "run/lockstep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/fake_peers.h"

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LockstepEnd play(const std::vector<Step>& steps, Peers& peers, std::vector<PlayedStep>* played = nullptr,
                 bool sentinel = false) {
  const LockstepPlan plan{steps, {}, "run", sentinel, {}};
  return play_in_lockstep(plan, peers, [&](const PlayedStep& step) {
    if (played != nullptr) played->push_back(step);
  });
}

TEST(PlayInLockstep, EverySideGetsEveryStepInOrder) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  const LockstepEnd end = play({get("one", "/1"), get("two", "/2")}, peers);
  EXPECT_TRUE(end.complete);
  for (const auto& asked : peers.asked) {
    EXPECT_THAT(asked, ElementsAre("GET /1 HTTP/1.1\r\n\r\n", "GET /2 HTTP/1.1\r\n\r\n"));
  }
}

TEST(PlayInLockstep, EachSideHasItsOwnCapturesAndCookies) {
  FakePeers peers(2, [](std::size_t side, const std::string&) {
    return response("x", side == 0 ? "ETag: \"r\"\r\nSet-Cookie: s=ref\r\n" : "ETag: \"p\"\r\nSet-Cookie: s=port\r\n");
  });
  Step first = get("first", "/");
  first.captures = {{"etag", HeaderSelector{"ETag", {}, {}, {}}, {}}};
  Step second = get("second", "/");
  std::get<Request>(second.action).fields = {{"If-None-Match", parse_template("{etag}")},
                                             {"Cookie", parse_template("{cookies}")}};
  play({first, second}, peers);
  EXPECT_THAT(peers.asked[0][1], HasSubstr("If-None-Match: \"r\"\r\nCookie: s=ref\r\n"));
  EXPECT_THAT(peers.asked[1][1], HasSubstr("If-None-Match: \"p\"\r\nCookie: s=port\r\n"));
}

TEST(PlayInLockstep, UniqueIsNewForEachRequestAndTheSameOnEverySide) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  play({get("one", "/{unique}"), get("two", "/{unique}")}, peers);
  EXPECT_EQ(peers.asked[0], peers.asked[1]);
  EXPECT_NE(peers.asked[0][0], peers.asked[0][1]);
}

TEST(PlayInLockstep, APipelineIsSentTogether) {
  FakePeers peers(1, [](std::size_t, const std::string&) { return response("x"); });
  Step one = get("one", "/1");
  one.pipeline = true;
  std::vector<PlayedStep> played;
  play({one, get("two", "/2"), get("three", "/3")}, peers, &played);
  ASSERT_EQ(peers.groups.size(), 2u);
  EXPECT_EQ(peers.groups[0].requests.size(), 2u);
  EXPECT_EQ(played.size(), 3u);
}

TEST(PlayInLockstep, ASideWithoutAValueIsNotAskedAndTheOtherIs) {
  FakePeers peers(
      2, [](std::size_t side, const std::string&) { return response("x", side == 0 ? "ETag: \"r\"\r\n" : ""); });
  Step first = get("first", "/");
  first.captures = {{"etag", HeaderSelector{"ETag", {}, {}, {}}, {}}};
  std::vector<PlayedStep> played;
  play({first, get("second", "/{etag}")}, peers, &played);
  EXPECT_EQ(peers.asked[0].size(), 2u);
  EXPECT_EQ(peers.asked[1].size(), 1u);
  EXPECT_THAT(played[1].seen[1].unsent, HasSubstr("etag"));
}

TEST(PlayInLockstep, ACommandRunsOncePerLiveSideWithItsOwnState) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  peers.states[0]["state"] = "/r";
  peers.states[1]["state"] = "/p";
  Step step;
  step.action = httparity::Run{{parse_template("touch"), parse_template("{state}/x")}};
  EXPECT_TRUE(play({step}, peers).complete);
  EXPECT_THAT(peers.commands, ElementsAre(std::pair(0, std::vector<std::string>{"touch", "/r/x"}),
                                          std::pair(1, std::vector<std::string>{"touch", "/p/x"})));
}

TEST(PlayInLockstep, AFailedCommandEndsTheScenarioWithItsPlace) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  peers.command_error = "no such file";
  Step step;
  step.name = "write";
  step.place = {"c.json", 7, "/scenarios/0/steps/0"};
  step.action = httparity::Run{{parse_template("touch")}};
  const LockstepEnd end = play({step, get("after", "/")}, peers);
  EXPECT_FALSE(end.complete);
  EXPECT_TRUE(peers.asked[0].empty());
  EXPECT_THAT(end.errors, ElementsAre(AllOf(HasSubstr("c.json:7"), HasSubstr("no such file"))));
}

TEST(PlayInLockstep, NothingIsPlayedBehindASideThatIsDown) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  peers.refuses = [](std::size_t side) { return side == 1; };
  std::vector<PlayedStep> played;
  const LockstepEnd end = play({get("one", "/1"), get("two", "/2")}, peers, &played);
  EXPECT_FALSE(end.complete);
  ASSERT_EQ(played.size(), 1u);
  EXPECT_EQ(played[0].seen[1].down, "refused");
}

TEST(PlayInLockstep, AServerThatDiedOverItsAnswerIsDown) {
  FakePeers peers(2, [](std::size_t side, const std::string&) {
    return side == 0 ? response("x") : std::string("HTTP/1.1 200 OK\r\nContent-");
  });
  peers.deaths[1] = "signal 11";
  std::vector<PlayedStep> played;
  play({get("one", "/1")}, peers, &played);
  EXPECT_EQ(played[0].seen[1].down, "signal 11");
  EXPECT_TRUE(played[0].seen[0].exchange.has_value());
}

TEST(PlayInLockstep, AnInterruptedExchangeIsNoStep) {
  FakePeers peers(2, [](std::size_t, const std::string&) { return response("x"); });
  peers.interrupted = true;
  std::vector<PlayedStep> played;
  const LockstepEnd end = play({get("one", "/1")}, peers, &played);
  EXPECT_TRUE(end.interrupted);
  EXPECT_FALSE(end.complete);
  EXPECT_TRUE(played.empty());
}

TEST(PlayInLockstep, TheSentinelIsForTheHostOfTheStep) {
  FakePeers peers(1, [](std::size_t, const std::string&) { return response("x"); });
  Step step = get("one", "/1");
  std::get<Request>(step.action).fields = {{"host", parse_template("room.test")}};
  std::vector<PlayedStep> played;
  play({step}, peers, &played, true);
  EXPECT_THAT(peers.groups[0].sentinel->bytes, HasSubstr("Host: room.test\r\n"));
  EXPECT_TRUE(played[0].seen[0].sentinel.has_value());
}

TEST(PlayInLockstep, AStopEndsIt) {
  FakePeers peers(1, [](std::size_t, const std::string&) { return response("x"); });
  std::stop_source stop;
  stop.request_stop();
  const std::vector<Step> steps = {get("one", "/1")};
  const LockstepEnd end = play_in_lockstep(
      {steps, {}, "run", false, {}}, peers, [](const PlayedStep&) {}, stop.get_token());
  EXPECT_TRUE(end.interrupted);
  EXPECT_TRUE(peers.asked[0].empty());
}

}  // namespace
}  // namespace httparity
