#include "learn/varying.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "learn/infer_type.h"

namespace httparity {
namespace {

/// What varies, as the texts of the first and the second of two.
std::string varying(std::vector<std::string_view> texts) {
  const auto found = find_varying(texts);
  if (!found) return "structure";
  std::string shown;
  for (const VaryingStretch& stretch : *found) {
    for (std::size_t text = 0; text < texts.size(); ++text) {
      shown += std::string(slice(texts[text], stretch.spans[text])) + (text + 1 == texts.size() ? ";" : "|");
    }
  }
  return shown;
}

TEST(FindVaryingTest, ATokenVariesAsAWholeThoughItsValuesBeginAlike) {
  EXPECT_EQ(varying({"a=\"xyab1\" b", "a=\"xycd1\" b"}), "xyab1|xycd1;");
}

TEST(FindVaryingTest, WhatAllShareUpToABorderIsNoPartOfIt) {
  EXPECT_EQ(varying({"sid=Qk1; path=/", "sid=Zk1; path=/"}), "Qk1|Zk1;");
  EXPECT_EQ(varying({"/assets/app-1a2b.css", "/assets/app-3c4d.css"}), "1a2b|3c4d;");
  EXPECT_EQ(varying({"--BND12--", "--BND34--"}), "BND12|BND34;");
  EXPECT_EQ(varying({"sid=QUI=; x", "sid=QkI=; x"}), "QUI=|QkI=;");
}

TEST(FindVaryingTest, DatesIdsAndNumbersStayWhole) {
  EXPECT_EQ(varying({"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT"}),
            "Sun, 06 Nov 1994 08:49:37 GMT|Sun, 06 Nov 1994 08:49:38 GMT;");
  EXPECT_EQ(varying({"1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a10", "1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a11"}),
            "1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a10|1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a11;");
  EXPECT_EQ(varying({"0.0123", "0.0456"}), "0.0123|0.0456;");
}

TEST(FindVaryingTest, AnotherStructureIsSaid) {
  EXPECT_EQ(varying({"a b", "a"}), "structure");
  EXPECT_EQ(varying({"a b", "a;b"}), "structure");
  EXPECT_EQ(varying({"same", "same"}), "");
}

RC_GTEST_PROP(FindVaryingTest, PiecesTileAnyText, (const std::string& text)) {
  std::size_t end = 0;
  for (const Span piece : cut_into_pieces(text)) {
    RC_ASSERT(piece.begin == end && piece.end > piece.begin);
    end = piece.end;
  }
  RC_ASSERT(end == text.size());
}

RC_GTEST_PROP(FindVaryingTest, OutsideOfTheStretchesTextsAreEqual, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab1=\"; ")));
  const std::string one = *text;
  const std::string other = *text;
  const auto found = find_varying({one, other});
  if (!found) return;
  std::string rest_of_one = one;
  std::string rest_of_other = other;
  for (auto stretch = found->rbegin(); stretch != found->rend(); ++stretch) {
    rest_of_one.erase(stretch->spans[0].begin, stretch->spans[0].size());
    rest_of_other.erase(stretch->spans[1].begin, stretch->spans[1].size());
  }
  RC_ASSERT(rest_of_one == rest_of_other);
}

TEST(InferTypeTest, TheNarrowestTypeIsTaken) {
  const auto type_of = [](std::vector<std::string_view> values) {
    const auto inferred = infer_type(values);
    return inferred ? std::string(mask_type_name(inferred->type)) : "none";
  };
  EXPECT_EQ(type_of({"7", "12"}), "digits");
  EXPECT_EQ(type_of({"0.7", "12"}), "decimal");
  EXPECT_EQ(type_of({"0123456789abcdef", "0123456789abcdee"}), "hex");
  EXPECT_EQ(type_of({"abc", "def"}), "token");
  EXPECT_EQ(type_of({"QUJDREVGR0hJSktMTU5PUA==", "QUJDREVGR0hJSktMTU5P+/=="}), "base64");
  EXPECT_EQ(type_of({"QUJDREVGR0hJSktMTU5P-_"}), "base64url");
  EXPECT_EQ(type_of({"\"a\"", "W/\"b\""}), "etag");
  EXPECT_EQ(type_of({"a/b", "c"}), "cookie-value");
  EXPECT_EQ(type_of({"", "c"}), "none");
  EXPECT_EQ(type_of({}), "none");
}

TEST(InferTypeTest, WidthsAreFixedOnlyWhereTheyMeanSomething) {
  EXPECT_EQ(infer_type({"0123456789abcdef", "0123456789abcdee"})->length, 16U);
  EXPECT_EQ(infer_type({"123", "456"})->length, std::nullopt);
  EXPECT_FALSE(infer_type({"123", "456"})->any_width);
  EXPECT_TRUE(infer_type({"123", "45"})->any_width);
}

}  // namespace
}  // namespace httparity
