#include "run/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/fake_peers.h"

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Mask session_mask() {
  Mask mask;
  mask.selector = HeaderSelector{"Set-Cookie", {}, "s=", {}};
  mask.type = MaskType::kDigits;
  return mask;
}

/// Logs in and uses the cookie, whose value is masked.
std::vector<Step> login() {
  Step first = get("login", "/");
  first.masks = {session_mask()};
  Step second = get("page", "/page");
  second.masks = {session_mask()};
  std::get<Request>(second.action).fields = {{"Cookie", parse_template("{cookies}")}};
  return {first, second};
}

FakePeers server(const std::string& cookie, const std::string& body) {
  return FakePeers(1,
                   [=](std::size_t, const std::string&) { return response(body, "Set-Cookie: s=" + cookie + "\r\n"); });
}

Recording as_recording(Take take) {
  return {"reference", "2025-01-31T12:00:00Z", std::move(take.steps)};
}

TEST(TakeScenario, HoldsEveryExchangeWithItsStepsName) {
  const OneScenario scenario(login());
  FakePeers reference = server("1", "x");
  const Take take = take_scenario(scenario.item, nullptr, reference, {});
  ASSERT_EQ(take.steps.size(), 2u);
  EXPECT_EQ(take.steps[1].name, "page");
  EXPECT_THAT(take.steps[1].exchange.request.bytes, HasSubstr("Cookie: s=1"));
  EXPECT_FALSE(take.as_before);
}

TEST(TakeScenario, AnotherValueUnderAMaskIsAsBeforeAlthoughItsRequestsCarryIt) {
  const OneScenario scenario(login());
  FakePeers first = server("1", "x");
  const Recording stored = as_recording(take_scenario(scenario.item, nullptr, first, {}));
  FakePeers again = server("2", "x");
  EXPECT_TRUE(take_scenario(scenario.item, &stored, again, {}).as_before);
}

TEST(TakeScenario, AnotherBodyIsNotAsBefore) {
  const OneScenario scenario(login());
  FakePeers first = server("1", "x");
  const Recording stored = as_recording(take_scenario(scenario.item, nullptr, first, {}));
  FakePeers moved = server("1", "y");
  const Take take = take_scenario(scenario.item, &stored, moved, {});
  EXPECT_FALSE(take.as_before);
  EXPECT_TRUE(take.faults.empty());
}

TEST(TakeScenario, AnotherRequestIsNotAsBefore) {
  const OneScenario scenario(login());
  FakePeers first = server("1", "x");
  const Recording stored = as_recording(take_scenario(scenario.item, nullptr, first, {}));
  const OneScenario changed({get("login", "/elsewhere"), get("page", "/page")});
  FakePeers again = server("1", "x");
  EXPECT_FALSE(take_scenario(changed.item, &stored, again, {}).as_before);
}

TEST(TakeScenario, WhatMissesItsRequireOrIsIncompleteMustNotBeStored) {
  Step step = get("page", "/");
  step.place = {"c.json", 9, ""};
  step.require.status = 304;
  const OneScenario scenario({step});
  FakePeers reference = server("1", "x");
  EXPECT_THAT(take_scenario(scenario.item, nullptr, reference, {}).faults, ElementsAre(HasSubstr("c.json:9")));
  const OneScenario plain({get("page", "/")});
  FakePeers cut(1, [](std::size_t, const std::string&) { return "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"; });
  cut.fate = Fate::kFin;
  EXPECT_THAT(take_scenario(plain.item, nullptr, cut, {}).faults, ElementsAre(HasSubstr("not complete")));
}

}  // namespace
}  // namespace httparity
