#include "fuzz/html/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace httparity::html {
namespace {

#define REPLACEMENT "\xef\xbf\xbd"

TEST(DecodeUtf8, KeepsWellFormedTextAndDropsOneByteOrderMark) {
  EXPECT_EQ(decode_utf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(decode_utf8("\xef\xbb\xbf\xef\xbb\xbfx"), "\xef\xbb\xbfx");
}

// The Unicode Standard, section 3.9, table 3-8 and following: one U+FFFD for each maximal subpart.
TEST(DecodeUtf8, ReplacesEachMaximalSubpartOnce) {
  EXPECT_EQ(decode_utf8("\xc0\xaf"), REPLACEMENT REPLACEMENT);
  EXPECT_EQ(decode_utf8("\xe0\x80\xbf"), REPLACEMENT REPLACEMENT REPLACEMENT);
  EXPECT_EQ(decode_utf8("\xed\xa0\x80"), REPLACEMENT REPLACEMENT REPLACEMENT);
  EXPECT_EQ(decode_utf8("\xf4\x91\x92\x93"), REPLACEMENT REPLACEMENT REPLACEMENT REPLACEMENT);
  EXPECT_EQ(decode_utf8("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf"
                        "A"),
            REPLACEMENT REPLACEMENT REPLACEMENT REPLACEMENT "A");
  EXPECT_EQ(decode_utf8("\xf0\x9f\x98"), REPLACEMENT);
}

RC_GTEST_PROP(DecodeUtf8, GivesTextThatItKeeps, (const std::string& bytes)) {
  const std::string once = decode_utf8(bytes);
  // A second byte order mark is text; decoding again would drop it.
  RC_PRE(!once.starts_with("\xef\xbb\xbf"));
  RC_ASSERT(decode_utf8(once) == once);
}

}  // namespace
}  // namespace httparity::html
