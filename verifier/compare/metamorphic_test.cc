#include "compare/metamorphic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/base64.h"
#include "base/digest.h"
#include "compare/compare.h"
#include "compare/etag_digest.h"
#include "compare/test_exchanges.h"

namespace httparity {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using Kinds = std::set<std::string>;

/// Plays steps and returns the verdict of the last.
struct Scenario {
  std::vector<Mask> masks;
  ScenarioComparer comparer;

  Verdict step(std::string_view method, const std::string& reference, const std::string& port,
               std::string_view fields = "", std::string_view actor = "") {
    return comparer.compare(answer(reference, Fate::kOpen, method, fields), answer(port, Fate::kOpen, method, fields),
                            masks, actor);
  }
  Verdict get(const std::string& bytes) { return step("GET", bytes, bytes); }
};

std::string head_of(const std::string& bytes) {
  return bytes.substr(0, bytes.find("\r\n\r\n") + 4);
}

const std::string kPage = response_with("Vary: A\r\nETag: \"1\"\r\n", "0123456789");

TEST(HeadAgainstGet, AFreshFieldDoesNotSwitchTheCheckOff) {
  const auto page = [](const std::string& id, const std::string& vary) {
    return response_with("X-Request-Id: " + id + "\r\nVary: " + vary + "\r\n", "ok");
  };
  Scenario scenario;
  scenario.masks = {header_mask("X-Request-Id", MaskType::kHex)};
  scenario.step("GET", page("a1", "A"), page("b1", "A"));
  EXPECT_THAT(kinds_of(scenario.step("HEAD", head_of(page("a2", "A")), head_of(page("b2", "A")))), IsEmpty());
  EXPECT_EQ(kinds_of(scenario.step("HEAD", head_of(page("a3", "A")), head_of(page("b3", "B")))),
            (Kinds{"header-value", "metamorphic"}));
}

TEST(HeadAgainstGet, AHeadWithoutLengthIsStillJudgedOnItsOtherFields) {
  Scenario scenario;
  scenario.get(kPage);
  const std::string head = "HTTP/1.1 200 OK\r\nVary: A\r\nETag: \"1\"\r\n\r\n";
  const std::string poor = "HTTP/1.1 200 OK\r\nVary: B\r\nETag: \"1\"\r\n\r\n";
  EXPECT_THAT(kinds_of(scenario.step("HEAD", head, head)), IsEmpty());
  EXPECT_EQ(kinds_of(scenario.step("HEAD", head, poor)), (Kinds{"header-value", "metamorphic"}));
}

TEST(HeadAgainstGet, AMaskDoesNotHideThatATagChanged) {
  Scenario scenario;
  scenario.masks = {header_mask("ETag", MaskType::kEtag)};
  const auto tagged = [](const std::string& tag) { return response_with("ETag: \"" + tag + "\"\r\n", "ok"); };
  scenario.step("GET", tagged("a"), tagged("b"));
  EXPECT_EQ(kinds_of(scenario.step("HEAD", head_of(tagged("a")), head_of(tagged("c")))), Kinds{"metamorphic"});
}

TEST(HeadAgainstGet, IsJudgedInEitherOrder) {
  Scenario scenario;
  scenario.step("HEAD", head_of(kPage), head_of(kPage));
  std::string other = kPage;
  other.replace(other.find("Vary: A"), 7, "Vary: B");
  EXPECT_EQ(kinds_of(scenario.step("GET", kPage, other)), (Kinds{"header-value", "metamorphic"}));
}

TEST(HeadAgainstGet, WhatTheReferenceBreaksTooIsANote) {
  Scenario scenario;
  scenario.get(kPage);
  const std::string other = head_of(response_with("Vary: B\r\nETag: \"1\"\r\n", "0123456789"));
  const Verdict verdict = scenario.step("HEAD", other, other);
  EXPECT_EQ(verdict.outcome, Outcome::kParity);
  EXPECT_THAT(verdict.notes, Contains(HasSubstr("vary differs, on both sides")));
}

TEST(Partners, AreOfOneActorTargetAndFields) {
  std::string other = head_of(kPage);
  other.replace(other.find("Vary: A"), 7, "Vary: B");
  Scenario scenario;
  scenario.step("GET", kPage, kPage, "Cookie: a=1\r\n", "ann");
  EXPECT_EQ(kinds_of(scenario.step("HEAD", head_of(kPage), other, "Cookie: a=1\r\n", "bob")), Kinds{"header-value"});
  EXPECT_EQ(kinds_of(scenario.step("HEAD", head_of(kPage), other, "Cookie: a=2\r\n", "ann")), Kinds{"header-value"});
  EXPECT_THAT(kinds_of(scenario.step("HEAD", head_of(kPage), other, "Cookie: a=1\r\nIf-None-Match: x\r\n", "ann")),
              Contains("metamorphic"));
}

TEST(NotModified, HasTheTagOfItsPage) {
  const std::string good = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
  const std::string bad = "HTTP/1.1 304 Not Modified\r\nETag: \"2\"\r\n\r\n";
  Scenario scenario;
  scenario.get(kPage);
  EXPECT_EQ(kinds_of(scenario.step("GET", good, bad, "If-None-Match: \"1\"\r\n")),
            (Kinds{"header-value", "metamorphic"}));
  const Verdict both = scenario.step("GET", bad, bad, "If-None-Match: \"1\"\r\n");
  EXPECT_EQ(both.outcome, Outcome::kParity);
  EXPECT_THAT(both.notes, Contains("304 against its 200: ETag differs, on both sides"));
}

TEST(PartialContent, IsASliceOfItsPage) {
  const auto part = [](const std::string& range, const std::string& body) {
    return "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + range +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  Scenario scenario;
  scenario.get(kPage);
  EXPECT_THAT(kinds_of(scenario.step("GET", part("2-4/10", "234"), part("2-4/10", "234"))), IsEmpty());
  EXPECT_EQ(kinds_of(scenario.step("GET", part("2-4/10", "234"), part("2-4/10", "345"))),
            (Kinds{"body-bytes", "metamorphic"}));
  EXPECT_EQ(kinds_of(scenario.step("GET", part("2-4/10", "234"), part("2-4/11", "234"))),
            (Kinds{"header-value", "metamorphic"}));
  EXPECT_THAT(kinds_of(scenario.step("GET", part("2-4/10", "999"), part("2-4/10", "998"))), Kinds{"body-bytes"});
}

TEST(PartialContent, TheSlicesOfAMultipartAreFoundBehindTheirOwnBoundary) {
  const auto parts = [](const std::string& boundary, const std::string& second) {
    const std::string body = "\r\n--" + boundary +
                             "\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n--" + boundary +
                             "\r\nContent-Range: bytes 4-5/10\r\n\r\n" + second + "\r\n--" + boundary + "--\r\n";
    return "HTTP/1.1 206 Partial Content\r\nContent-Type: multipart/byteranges; boundary=" + boundary +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  Scenario scenario;
  Mask in_type = header_mask("Content-Type", MaskType::kMultipartBoundary);
  std::get<HeaderSelector>(in_type.selector).after = "boundary=";
  Mask in_body = body_mask("\r\n--", "\r", MaskType::kMultipartBoundary);
  std::get<BodySelector>(in_body.selector).until = {"\r", "--\r"};
  scenario.masks = {in_type, in_body};
  scenario.get(kPage);
  EXPECT_THAT(kinds_of(scenario.step("GET", parts("AAA", "45"), parts("BBB", "45"))), IsEmpty());
  EXPECT_EQ(kinds_of(scenario.step("GET", parts("AAA", "45"), parts("BBB", "54"))),
            (Kinds{"body-bytes", "metamorphic"}));
}

TEST(DigestTag, OfAnotherBodyIsFoundBehindAMask) {
  const auto page = [](const std::string& body, const std::string& of) {
    const std::string tag = to_hex(*digest(DigestAlgorithm::kSha256, of)).substr(0, 32);
    return answer(response_with("ETag: W/\"" + tag + "\"\r\n", body));
  };
  const std::vector<Mask> masks = {header_mask("ETag", MaskType::kEtag), body_mask("t=", ";", MaskType::kHex)};
  EXPECT_THAT(kinds_of(judge(page("t=1;", "t=1;"), page("t=2;", "t=2;"), masks)), IsEmpty());
  EXPECT_EQ(kinds_of(judge(page("t=1;", "t=1;"), page("t=2;", "t=1;"), masks)), Kinds{"metamorphic"});
  EXPECT_THAT(kinds_of(judge(page("t=1;", "t=3;"), page("t=2;", "t=1;"), masks)), IsEmpty());
}

TEST(DigestTag, IsReadInAllItsForms) {
  const std::string body = "<p>hello</p>";
  const std::string packed = gzip(body);
  for (const DigestAlgorithm algorithm : {DigestAlgorithm::kMd5, DigestAlgorithm::kSha1, DigestAlgorithm::kSha256}) {
    for (const std::string& of : {body, packed}) {
      const std::string raw = *digest(algorithm, of);
      const std::string hex = to_hex(raw);
      std::string base64 = encode_base64(raw);
      const std::string bare = base64.substr(0, base64.find('='));
      for (const std::string& tag :
           {"\"" + hex + "\"", "W/\"" + hex + "\"", "\"" + hex.substr(0, 32) + "\"", "\"" + hex + "-gzip\"",
            "\"" + hex + "--gzip\"", "\"" + base64 + "\"", "\"" + bare + "\"", "\"c-" + bare + "\""}) {
        EXPECT_TRUE(etag_digests(tag, packed, body)) << digest_name(algorithm) << " " << tag;
      }
      EXPECT_FALSE(etag_digests("\"" + hex + "\"", packed + "x", body + "x"));
      EXPECT_FALSE(etag_digests(hex, packed, body)) << "without quotes it is no tag";
    }
  }
  EXPECT_FALSE(etag_digests("\"6-15521ebc6bc\"", body, body));
}

}  // namespace
}  // namespace httparity
