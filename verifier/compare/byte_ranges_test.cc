#include "compare/byte_ranges.h"

#include <gtest/gtest.h>

#include <string>

#include "wire/message.h"

namespace httparity {
namespace {

std::optional<std::vector<RangePart>> parts_of(const std::string& fields, std::string_view payload) {
  return range_parts(index_message("HTTP/1.1 206 Partial Content\r\n" + fields + "\r\n"), payload);
}

TEST(ByteRanges, AContentRangeIsOnePart) {
  const auto parts = parts_of("Content-Range: bytes 2-4/10\r\n", "234");
  ASSERT_TRUE(parts && parts->size() == 1);
  EXPECT_EQ(parts->front().first, 2U);
  EXPECT_EQ(parts->front().complete_length, 10U);
  EXPECT_TRUE(are_slices(*parts, "0123456789"));
  EXPECT_FALSE(are_slices(*parts, "0123456789a")) << "of a whole of another length";
  EXPECT_FALSE(are_slices(*parts, "01x3456789"));
}

TEST(ByteRanges, AnUnknownLengthIsNotCompared) {
  const auto parts = parts_of("Content-Range: bytes 2-4/*\r\n", "234");
  ASSERT_TRUE(parts);
  EXPECT_TRUE(are_slices(*parts, "01234"));
}

TEST(ByteRanges, APartThatIsLongerOrShorterThanItsRangeIsNoSlice) {
  EXPECT_FALSE(are_slices(*parts_of("Content-Range: bytes 2-4/5\r\n", "23"), "01234"));
  EXPECT_FALSE(are_slices(*parts_of("Content-Range: bytes 2-4/5\r\n", "2345"), "012345"));
  EXPECT_FALSE(are_slices(*parts_of("Content-Range: bytes 2-18446744073709551615/5\r\n", ""), "01234"));
}

TEST(ByteRanges, WhatCannotBeReadIsNoParts) {
  for (const char* range : {"bytes */10", "bytes 4-2/10", "bytes 2-/10", "items 2-4/10", "bytes 2-4/x",
                            "bytes 2-4/10 ,", "bytes 99999999999999999999-1/2", ""}) {
    EXPECT_FALSE(parts_of("Content-Range: " + std::string(range) + "\r\n", "234")) << range;
  }
  EXPECT_FALSE(parts_of("", "234"));
  EXPECT_FALSE(parts_of("Content-Type: multipart/byteranges\r\n", "234"));
}

TEST(ByteRanges, AMultipartIsReadWithItsOwnBoundary) {
  const std::string body =
      "--B\r\nContent-Type: text/plain\r\ncontent-range: bytes 0-1/10\r\n\r\n01\r\n--B\r\nContent-Range: bytes "
      "4-5/10\r\n\r\n45\r\n--B--\r\n";
  for (const char* type : {"multipart/byteranges; boundary=B", "multipart/byteranges; boundary=\"B\"",
                           "Multipart/Byteranges; BOUNDARY=B; x=1"}) {
    const auto parts = parts_of("Content-Type: " + std::string(type) + "\r\n", body);
    ASSERT_TRUE(parts && parts->size() == 2) << type;
    EXPECT_EQ((*parts)[1].bytes, "45");
    EXPECT_TRUE(are_slices(*parts, "0123456789"));
  }
  EXPECT_FALSE(parts_of("Content-Type: multipart/byteranges; boundary=B\r\n", body.substr(0, body.size() - 6)));
  EXPECT_FALSE(parts_of("Content-Type: multipart/byteranges; boundary=C\r\n", body));
}

}  // namespace
}  // namespace httparity
