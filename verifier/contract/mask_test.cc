#include "contract/mask.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <re2/re2.h>

#include "base/base64.h"
#include "wire/message.h"

namespace httparity {
namespace {

constexpr MaskType kAllTypes[] = {MaskType::kHttpDate,
                                  MaskType::kUuid,
                                  MaskType::kHex,
                                  MaskType::kBase64,
                                  MaskType::kBase64Url,
                                  MaskType::kDigits,
                                  MaskType::kDecimal,
                                  MaskType::kToken,
                                  MaskType::kCookieValue,
                                  MaskType::kEtag,
                                  MaskType::kMultipartBoundary,
                                  MaskType::kRe2};

Mask mask_of(MaskType type) {
  Mask mask;
  mask.type = type;
  if (type == MaskType::kRe2) mask.pattern = *compile_pattern("(?s).*");
  return mask;
}

std::vector<std::string> selected(const HeaderSelector& selector, const std::string& head) {
  const Message message = index_message(head);
  std::vector<std::string> values;
  for (const Span span : select(selector, message)) values.emplace_back(message.at(span));
  return values;
}

template <typename Selector>
std::vector<std::string> selected_in(const Selector& selector, const std::string& payload) {
  std::vector<std::string> values;
  for (const Span span : select(selector, std::string_view(payload))) values.emplace_back(slice(payload, span));
  return values;
}

using Values = std::vector<std::string>;

TEST(MaskTest, AnEmptyValueFitsNoType) {
  for (const MaskType type : kAllTypes) EXPECT_FALSE(fits(mask_of(type), "")) << mask_type_name(type);
}

TEST(MaskTest, EveryTypeIsFoundByItsName) {
  for (const MaskType type : kAllTypes) EXPECT_EQ(mask_type_by_name(mask_type_name(type)), type);
  EXPECT_EQ(mask_type_by_name("none"), std::nullopt);
  EXPECT_EQ(mask_type_by_name("Hex"), std::nullopt);
}

TEST(MaskTest, AFixedLengthIsExact) {
  Mask mask = mask_of(MaskType::kHex);
  mask.length = 4;
  EXPECT_TRUE(fits(mask, "beef"));
  EXPECT_FALSE(fits(mask, "bee"));
  EXPECT_FALSE(fits(mask, "beefe"));
}

TEST(MaskTest, APatternMustMatchTheWholeAndSeesBytes) {
  Mask mask = mask_of(MaskType::kRe2);
  mask.pattern = *compile_pattern("a[\\x80-\\xff]+");
  EXPECT_TRUE(fits(mask, "a\xE9\xFF"));
  EXPECT_FALSE(fits(mask, "a\xE9 "));
  EXPECT_FALSE(compile_pattern("a("));
}

TEST(MaskTest, AHeaderIsFoundInAnyCaseAndByItsOccurrence) {
  const std::string head = "HTTP/1.1 200 OK\r\nset-cookie: a=1; path=/\r\nX: y\r\nSet-Cookie: b=2\r\n\r\n";
  EXPECT_EQ(selected({"Set-Cookie", {}, {}, {}}, head), (Values{"a=1; path=/", "b=2"}));
  EXPECT_EQ(selected({"Set-Cookie", 1, {}, {}}, head), (Values{"b=2"}));
  EXPECT_EQ(selected({"Set-Cookie", 2, {}, {}}, head), Values{});
  EXPECT_EQ(selected({"Set-Cookie", {}, "a=", {";"}}, head), (Values{"1"}));
}

TEST(MaskTest, WhereNoEndIsFoundNothingIsSelected) {
  const std::string head = "HTTP/1.1 200 OK\r\nSet-Cookie: b=2\r\n\r\n";
  EXPECT_EQ(selected({"Set-Cookie", {}, "b=", {";"}}, head), Values{});
  EXPECT_EQ(selected({"Set-Cookie", {}, "b=", {}}, head), (Values{"2"}));
  EXPECT_EQ(selected_in(BodySelector{"<", {">"}}, "<a> <b"), (Values{"a"}));
}

TEST(MaskTest, AnEmptyValueIsSelectedAllTheSame) {
  EXPECT_EQ(selected({"Date", {}, {}, {}}, "HTTP/1.1 200 OK\r\nDate:\r\n\r\n"), (Values{""}));
  EXPECT_EQ(selected_in(BodySelector{"v=\"", {"\""}}, "v=\"\""), (Values{""}));
}

TEST(MaskTest, EveryPlaceOfABodyUpToTheNearestEndIsSelected) {
  EXPECT_EQ(selected_in(BodySelector{"v=", {";", " "}}, "v=1; v=2 v=3;"), (Values{"1", "2", "3"}));
  EXPECT_EQ(selected_in(BodySelector{"id:", {}}, "id:1 id:2"), (Values{"1 id:2"}));
  EXPECT_EQ(selected_in(BodySelector{"\n--", {"\n"}}, "\n--a\n--b\n"), (Values{"a", "b"}));
}

TEST(MaskTest, ManyPlacesWithAnEndThatIsRareTakeLinearTime) {
  std::string payload;
  for (int place = 0; place < 200000; ++place) payload += "v=1;";
  EXPECT_EQ(select(BodySelector{"v=", {";", "never", "seldom"}}, payload).size(), 200000U);
}

TEST(MaskTest, APointerSelectsAScalarWithoutItsQuotes) {
  const std::string payload = R"({"a": [10, {"b/c": "x\"y", "~": null}], "d": {"e": 1}})";
  EXPECT_EQ(selected_in(JsonSelector{"/a/0"}, payload), (Values{"10"}));
  EXPECT_EQ(selected_in(JsonSelector{"/a/1/b~1c"}, payload), (Values{"x\\\"y"}));
  EXPECT_EQ(selected_in(JsonSelector{"/a/1/~0"}, payload), (Values{"null"}));
  EXPECT_EQ(selected_in(JsonSelector{""}, "7"), (Values{"7"}));
}

TEST(MaskTest, APointerToNothingOrToMoreThanAScalarSelectsNothing) {
  const std::string payload = R"({"a": [10, 20], "d": {"e": 1}, "t": 1, "t": 2})";
  for (const char* pointer : {"/a", "/d", "", "/a/2", "/a/00", "/d/e/f", "/e", "/t", "a"}) {
    EXPECT_EQ(selected_in(JsonSelector{pointer}, payload), Values{}) << pointer;
  }
  EXPECT_EQ(selected_in(JsonSelector{"/a"}, "{\"a\": 1"), Values{});
  EXPECT_EQ(selected_in(JsonSelector{"/a"}, "{\"a\": 1} x"), Values{});
  EXPECT_EQ(selected_in(JsonSelector{"/0"}, std::string(100000, '[')), Values{});
}

TEST(MaskTest, IsDescribedInAFewSafeWords) {
  Mask mask;
  mask.selector = HeaderSelector{"Set-Cookie", 1, "a=\x1B", {";"}};
  EXPECT_EQ(describe(mask), "Set-Cookie [1] after \"a=\\x1b\" until \";\"");
  mask.selector = GzipPart::kOs;
  EXPECT_EQ(describe(mask), "gzip os");
}

RC_GTEST_PROP(MaskTest, WhatBase64WritesFits, (const std::string& bytes)) {
  RC_PRE(!bytes.empty());
  RC_ASSERT(fits(mask_of(MaskType::kBase64), encode_base64(bytes)));
}

RC_GTEST_PROP(MaskTest, WhatABodySelectorSelectsStandsBetweenItsEnds, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab<>")));
  const std::string payload = *text;
  const std::string after = *rc::gen::nonEmpty(text);
  const std::vector<std::string> until = {*rc::gen::nonEmpty(text), *rc::gen::nonEmpty(text)};
  std::size_t last = 0;
  for (const Span span : select(BodySelector{after, until}, payload)) {
    RC_ASSERT(span.begin >= after.size() && span.begin - after.size() >= last);
    RC_ASSERT(payload.compare(span.begin - after.size(), after.size(), after) == 0);
    const std::size_t nearest = std::min(payload.find(until[0], span.begin), payload.find(until[1], span.begin));
    RC_ASSERT(span.end == nearest);
    last = span.end;
  }
}

}  // namespace
}  // namespace httparity
