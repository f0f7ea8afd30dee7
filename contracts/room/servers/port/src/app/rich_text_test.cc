#include "app/rich_text.h"

#include <gtest/gtest.h>

namespace room {
namespace {

TEST(RichText, EscapesMarkup) {
  EXPECT_EQ(rich_text("<b> & \"q\" 'a'"), "&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39;");
}

TEST(RichText, LinksAddresses) {
  EXPECT_EQ(rich_text("see http://a.b/?x=1&y=2 ok"),
            "see <a href=\"http://a.b/?x=1&amp;y=2\" rel=\"noreferrer\">http://a.b/?x=1&amp;y=2</a> ok");
  EXPECT_EQ(rich_text("https:// is none"), "https:// is none");
}

TEST(RichText, StrengthensBetweenStarsOnOneLine) {
  EXPECT_EQ(rich_text("*a*b*"), "<strong>a</strong>b*");
  EXPECT_EQ(rich_text("**"), "**");
  EXPECT_EQ(rich_text("*a\nb*"), "*a<br>b*");
}

TEST(RichText, BreaksLinesOfEitherKind) {
  EXPECT_EQ(rich_text("a\r\nb\nc\rd"), "a<br>b<br>c\rd");
}

}  // namespace
}  // namespace room
