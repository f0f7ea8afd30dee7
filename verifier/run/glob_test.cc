#include "run/glob.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace httparity {
namespace {

TEST(GlobMatch, StarIsAnyBytesAndQuestionMarkOne) {
  EXPECT_TRUE(glob_match("range*", "ranges/gzip"));
  EXPECT_TRUE(glob_match("*gz?p", "ranges/gzip"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("a*b*c", "abbbcc"));
  EXPECT_FALSE(glob_match("range", "ranges"));
  EXPECT_FALSE(glob_match("?", ""));
  EXPECT_FALSE(glob_match("a*b*d", "abbbcc"));
}

TEST(GlobMatch, ABackslashMakesTheNextByteLiteral) {
  EXPECT_TRUE(glob_match("why \\*\\?", "why *?"));
  EXPECT_FALSE(glob_match("why \\*", "why not"));
}

TEST(GlobMatch, ManyStarsTakeNoExponentialTime) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "a*";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(5000, 'a')));
}

/// The definition, slowly.
bool slow_match(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    return slow_match(pattern.substr(1), text) || (!text.empty() && slow_match(pattern, text.substr(1)));
  }
  if (text.empty() || (pattern[0] != '?' && pattern[0] != text[0])) return false;
  return slow_match(pattern.substr(1), text.substr(1));
}

RC_GTEST_PROP(GlobMatch, AgreesWithItsDefinition, ()) {
  const auto pattern = *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::element('a', 'b', '*', '?')));
  const auto text = *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::element('a', 'b')));
  RC_ASSERT(glob_match(pattern, text) == slow_match(pattern, text));
}

}  // namespace
}  // namespace httparity
