#include "fuzz/html/signature.h"

#include <gtest/gtest.h>

#include "fuzz/html/finding.h"

namespace httparity::html {
namespace {

std::string raw(const char* expected, const char* actual) {
  return signature(VerdictKind::kTree, expected, actual, Naming::kExact);
}

TEST(Signature, NamesParentsNodesAndDepthOfTheFirstDifference) {
  EXPECT_EQ(raw("| <body>\n|   <p>\n|     <b>\n", "| <body>\n|   <p>\n|   <i>\n"), "p>b | body>i | -1");
  EXPECT_EQ(raw("| <body>\n", "| <body>\n|   \"x\"\n"), ">#end | body>#text");
  EXPECT_EQ(raw("| <a>\n|   href=\"x\"\n", "| <a>\n|   href=\"y\"\n"), "a>@href | a>@href");
}

TEST(Signature, TellsByWhatTwoTextsPart) {
  EXPECT_EQ(raw("| \"a\nb\"\n", "| \"a b\"\n"), ">#text | >#text | LF/ws");
  EXPECT_EQ(raw("| \"ab\"\n", "| \"a\"\n"), ">#text | >#text | chr/end");
}

TEST(Signature, MapsNamesToClassesForKeys) {
  const auto key = [](const char* expected, const char* actual) {
    return signature(VerdictKind::kTree, expected, actual, Naming::kClasses);
  };
  EXPECT_EQ(key("| <strong>\n|   <h3>\n", "| <strong>\n|   <sarcasm>\n"), "x>h1 | x>x");
  EXPECT_EQ(key("| <svg svg>\n|   <svg g>\n", "| <svg svg>\n"), "svg svg>svg x | >#end");
}

TEST(Signature, OfAFaultNamesBothOutcomes) {
  EXPECT_EQ(signature(VerdictKind::kFault, "| <p>\n", "crash", Naming::kClasses), "fault parsed | crash");
}

TEST(FindingKey, NamesTheContextThatIsLeft) {
  const HtmlCase minimal{"x", {HP_HTML_NS_SVG, "desc"}, true, false};
  EXPECT_EQ(finding_key(minimal, VerdictKind::kTree, "", "| <p>\n"), "[scripting] [svg fragment] >#end | >p");
  EXPECT_EQ(finding_id("x").size(), 12U);
}

}  // namespace
}  // namespace httparity::html
