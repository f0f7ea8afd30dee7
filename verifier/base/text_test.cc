#include "base/text.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

TEST(EscapeBytes, LeavesNothingThatATerminalObeys) {
  EXPECT_EQ(escape_bytes("a\x1b[2J\x07\r\n\t\xe2\x80\xae\\"), "a\\x1b[2J\\x07\\r\\n\\t\\xe2\\x80\\xae\\\\");
}

TEST(EscapeUnprintable, IsNoSecondEscape) {
  const std::string once = escape_bytes("a\x1b[2J\\b\n");
  EXPECT_EQ(escape_unprintable(once), once);
}

TEST(EscapeUnprintable, LeavesNothingThatATerminalObeys) {
  EXPECT_EQ(escape_unprintable("\\\x1b\\"), "\\\\x1b\\");
  EXPECT_EQ(escape_unprintable("a\nb\xff"), "a\\nb\\xff");
  EXPECT_EQ(escape_unprintable(""), "");
}

}  // namespace
}  // namespace httparity
