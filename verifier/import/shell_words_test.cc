#include "import/shell_words.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
  const auto commands = shell_commands(text);
  return commands.size() == 1 ? commands[0].words : Words{std::to_string(commands.size()) + " commands"};
}

TEST(ShellWordsTest, QuotesAreUndone) {
  EXPECT_EQ(words_of(R"(curl 'a b' "c \"d\" \n" e\ f '')"), (Words{"curl", "a b", "c \"d\" \\n", "e f", ""}));
  EXPECT_EQ(words_of(R"(a'b'"c"d)"), Words{"abcd"});
  EXPECT_EQ(words_of(R"($'a\'b\n\x41\u00e9\\')"), Words{"a'b\nA\xC3\xA9\\"});
}

TEST(ShellWordsTest, ABackslashJoinsLinesAndALineEndEndsACommand) {
  const auto commands = shell_commands("# first\ncurl a \\\n  b\n\ncurl c; curl d && curl e\r\n");
  ASSERT_EQ(commands.size(), 4U);
  EXPECT_EQ(commands[0].words, (Words{"curl", "a", "b"}));
  EXPECT_EQ(commands[0].line, 2U);
  EXPECT_EQ(commands[1].line, 5U);
  EXPECT_EQ(commands[3].words, (Words{"curl", "e"}));
}

TEST(ShellWordsTest, WhatOnlyAShellCanWorkOutIsSaid) {
  for (const char* text : {"a $x", "a \"$x\"", "a `b`", "a | b", "a > f", "a 'b", "a \"b", "$(a)"}) {
    EXPECT_FALSE(shell_commands(text)[0].is_plain) << text;
  }
  EXPECT_TRUE(shell_commands("a '$x|`' '#' b#c")[0].is_plain);
}

RC_GTEST_PROP(ShellWordsTest, AnyWordComesBackFromItsQuotes, (const std::string& word)) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const auto commands = shell_commands("x " + quoted + "'");
  RC_ASSERT(commands.size() == 1U);
  RC_ASSERT(commands[0].words == (Words{"x", word}));
  RC_ASSERT(commands[0].is_plain);
}

RC_GTEST_PROP(ShellWordsTest, AnyTextIsCut, (const std::string& text)) {
  for (const ShellCommand& command : shell_commands(text)) RC_ASSERT(!command.words.empty());
}

}  // namespace
}  // namespace httparity
