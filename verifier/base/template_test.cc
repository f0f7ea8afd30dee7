#include "base/template.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

std::string filled(std::string_view text, const Variables& variables) {
  const auto result = expand(parse_template(text), variables);
  if (!result) return "error: " + result.error().what;
  return *result ? **result : "null";
}

TEST(TemplateTest, ANameInBracesStandsForItsValue) {
  EXPECT_EQ(filled("/rooms/{id}?q={word}", {{"id", "7"}, {"word", "a{b}"}}), "/rooms/7?q=a{b}");
}

TEST(TemplateTest, TwoOpeningBracesWriteOne) {
  EXPECT_EQ(filled("{{id}", {{"id", "7"}}), "{id}");
  EXPECT_EQ(filled("{{{id}", {{"id", "7"}}), "{7");
  EXPECT_EQ(filled("{{{{", {}), "{{");
}

TEST(TemplateTest, ABraceThatBeginsNoNameStandsForItself) {
  EXPECT_EQ(filled("{\"a\": {}, \"b\": [1}]}", {}), "{\"a\": {}, \"b\": [1}]}");
  EXPECT_EQ(filled("{9}{-a}{a b}{a", {}), "{9}{-a}{a b}{a");
}

TEST(TemplateTest, AnUndefinedNameIsAnErrorThatNamesIt) {
  EXPECT_EQ(filled("{etag}", {}), "error: {etag} has no value here: define it, or write {{ for a {");
}

TEST(TemplateTest, OneNullMakesTheWholeNull) {
  EXPECT_EQ(filled("x {agent} {etag}", {{"agent", std::nullopt}, {"etag", "y"}}), "null");
}

RC_GTEST_PROP(TemplateTest, DoubledBracesGiveBackAnyText, (const std::string& text)) {
  std::string escaped;
  for (const char c : text) escaped += c == '{' ? std::string("{{") : std::string(1, c);
  RC_ASSERT(filled(escaped, {}) == text);
}

RC_GTEST_PROP(TemplateTest, ValuesAreFilledInByteForByte, (const std::string& before, const std::string& value)) {
  std::string escaped;
  for (const char c : before) escaped += c == '{' ? std::string("{{") : std::string(1, c);
  RC_ASSERT(filled(escaped + "{v}", {{"v", value}}) == before + value);
}

}  // namespace
}  // namespace httparity
