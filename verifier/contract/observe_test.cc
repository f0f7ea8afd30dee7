#include "contract/observe.h"

#include <gtest/gtest.h>

#include "wire/make_exchange.h"

namespace httparity {
namespace {

Exchange answered(std::string_view response, Fate fate = Fate::kOpen) {
  return make_exchange("GET / HTTP/1.1\r\n\r\n", response, fate);
}

const std::string kPage =
    "HTTP/1.1 200 OK\r\nETag: \"abc\"\r\nX-Cache: hit\r\nX-Cache: miss\r\nContent-Length: 11\r\n\r\n{\"id\": [7]}";

Step capturing(std::string name, Selector selector) {
  Step step;
  step.captures.push_back({std::move(name), std::move(selector), {}});
  return step;
}

Step requiring(Require require) {
  Step step;
  step.require = std::move(require);
  return step;
}

TEST(TakeCapturesTest, HeaderBodyAndPointerAreFound) {
  Variables variables;
  EXPECT_TRUE(
      take_captures(capturing("tag", HeaderSelector{"etag", {}, "\"", {"\""}}), answered(kPage), variables).empty());
  EXPECT_TRUE(take_captures(capturing("word", BodySelector{"{\"", {"\""}}), answered(kPage), variables).empty());
  EXPECT_TRUE(take_captures(capturing("id", JsonSelector{"/id/0"}), answered(kPage), variables).empty());
  EXPECT_EQ(variables, (Variables{{"tag", "abc"}, {"word", "id"}, {"id", "7"}}));
}

TEST(TakeCapturesTest, WhatSelectsNothingIsNamedAndItsOldValueGoes) {
  Variables variables = {{"tag", "old"}, {"other", "kept"}};
  EXPECT_EQ(take_captures(capturing("tag", HeaderSelector{"none", {}, {}, {}}), answered(kPage), variables),
            std::vector<std::string>{"tag"});
  EXPECT_EQ(variables, (Variables{{"other", "kept"}}));
  EXPECT_EQ(take_captures(capturing("tag", BodySelector{"x", {}}), answered(""), variables),
            std::vector<std::string>{"tag"});
}

TEST(TakeCapturesTest, TheBodyIsLookedAtUnpackedAndUnchunked) {
  Variables variables;
  const auto chunked =
      answered("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nt=a\r\n3\r\nbc;\r\n0\r\n\r\n");
  EXPECT_TRUE(take_captures(capturing("t", BodySelector{"t=", {";"}}), chunked, variables).empty());
  EXPECT_EQ(variables, (Variables{{"t", "abc"}}));
}

TEST(UnmetTest, AStepThatRequiresNothingIsMet) {
  EXPECT_EQ(unmet(Step(), answered(""), {}), std::nullopt);
}

TEST(UnmetTest, StatusFieldsAndBodyAreEachMissedBySayingWhy) {
  EXPECT_EQ(unmet(requiring({200, {}, {}}), answered(kPage), {}), std::nullopt);
  EXPECT_EQ(unmet(requiring({304, {}, {}}), answered(kPage), {}), "the status is 200, required is 304");
  EXPECT_EQ(unmet(requiring({{}, {{"x-cache", parse_template("{c}")}}, {}}), answered(kPage), {{"c", "miss"}}),
            std::nullopt);
  EXPECT_EQ(unmet(requiring({{}, {{"X-Cache", parse_template("warm")}}, {}}), answered(kPage), {}),
            "X-Cache is \"hit\", \"miss\", required is \"warm\"");
  EXPECT_EQ(unmet(requiring({{}, {{"Age", parse_template("0")}}, {}}), answered(kPage), {}),
            "Age is not there, required is \"0\"");
  EXPECT_EQ(unmet(requiring({{}, {}, Body{parse_template("{\"id\": [8]}"), ""}}), answered(kPage), {}),
            "the decoded body (11 bytes) is not the required one (11 bytes): they part at offset 8");
  EXPECT_EQ(
      unmet(requiring({{}, {}, Body{std::make_shared<const std::string>("{\"id\": [7]}"), ""}}), answered(kPage), {}),
      std::nullopt);
}

TEST(UnmetTest, WithoutAResponseNothingIsMet) {
  EXPECT_EQ(unmet(requiring({200, {}, {}}), answered("", Fate::kFin), {}), "there is no response");
}

TEST(UnmetTest, ANullRequiresNothingAndAMissingValueIsSaid) {
  const Step step = requiring({{}, {{"Age", parse_template("{a}")}}, {}});
  EXPECT_EQ(unmet(step, answered(kPage), {{"a", std::nullopt}}), std::nullopt);
  EXPECT_EQ(unmet(step, answered(kPage), {}), "require: {a} has no value here: define it, or write {{ for a {");
}

TEST(UnmetTest, AnExpectedCloseIsSeenAtTheFate) {
  Step step;
  step.expect_close = true;
  EXPECT_EQ(unmet(step, answered(kPage, Fate::kFin), {}), std::nullopt);
  EXPECT_EQ(unmet(step, answered(kPage, Fate::kCut), {}), std::nullopt);
  EXPECT_EQ(unmet(step, answered(kPage, Fate::kOpen), {}), "the connection is open, expected is that the peer ends it");
}

TEST(UnmetTest, ABodyThatCantBeUnpackedIsNoMatch) {
  const auto broken = answered("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(unmet(requiring({{}, {}, Body{parse_template("x"), ""}}), broken, {}), "the body can't be decoded");
}

}  // namespace
}  // namespace httparity
