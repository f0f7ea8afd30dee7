#include "report/hex_view.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

TEST(HexRow, ShowsOffsetHexAndVisibleText) {
  EXPECT_EQ(hex_row(0x53, std::string_view("a\0\xff~\r\x1b", 6)),
            "00000053  61 00 ff 7e 0d 1b                                |a..~..|");
}

TEST(HexView, BeginsOneRowBeforeTheFocusAndSaysWhatItLeavesOut) {
  const std::string bytes(160, 'x');
  const auto rows = hex_view(bytes, 1000, 70, 3);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], "... 48 bytes before");
  EXPECT_TRUE(rows[1].starts_with("00000418  "));
  EXPECT_EQ(rows[4], "... 64 bytes more");
}

TEST(HexView, OfNothingIsNothing) {
  EXPECT_TRUE(hex_view("", 5, 0, 4).empty());
}

TEST(HexView, AFocusBehindTheEndShowsTheEnd) {
  EXPECT_EQ(hex_view("abc", 0, 99, 4).size(), 1u);
}

TEST(FirstUnequal, IsTheShorterLengthWhereOneBeginsTheOther) {
  EXPECT_EQ(first_unequal("abcd", "abXd"), 2u);
  EXPECT_EQ(first_unequal("ab", "abcd"), 2u);
  EXPECT_EQ(first_unequal("", "x"), 0u);
}

}  // namespace
}  // namespace httparity
