#include "base/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

TEST(Utf8Test, OverlongCutSurrogateAndTooHighAreNone) {
  for (const char* text : {"\xC0\x80", "\xE0\x80\x80", "\xF0\x80\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3",
                           "\xE2\x82", "\xF0\x9F\x98", "\x80", "\xFF"}) {
    EXPECT_EQ(utf8_length(text), 0U);
    EXPECT_FALSE(is_utf8(std::string("ok ") + text));
  }
}

TEST(Utf8Test, EveryCodePointIsWrittenAndFoundAgain) {
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point >= 0xD800 && code_point <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, code_point);
    ASSERT_EQ(utf8_length(text), text.size()) << static_cast<unsigned>(code_point);
  }
}

TEST(Utf8Test, ACodePointBeyondTheBytesIsNoByte) {
  EXPECT_EQ(latin1_bytes("caf\xC3\xA9"), "caf\xE9");
  EXPECT_EQ(latin1_bytes("\xC4\x80"), std::nullopt);
  EXPECT_EQ(latin1_bytes("\xE2\x82\xAC"), std::nullopt);
}

RC_GTEST_PROP(Utf8Test, AnyBytesComeBackFromTheirText, (const std::string& bytes)) {
  const std::string text = latin1_text(bytes);
  RC_ASSERT(is_utf8(text));
  RC_ASSERT(latin1_bytes(text) == bytes);
}

}  // namespace
}  // namespace httparity
