#include "wire/gzip_header.h"

#include <gtest/gtest.h>

#include <string>

#include "wire/encode.h"

namespace httparity {
namespace {

using namespace std::string_literals;

TEST(GzipHeader, FindsTheFixedPartsOfAPlainHeader) {
  const auto header = gzip_header(gzip("hello"));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->mtime, (Span{4, 8}));
  EXPECT_EQ(header->xfl, (Span{8, 9}));
  EXPECT_EQ(header->os, (Span{9, 10}));
  EXPECT_EQ(header->whole, (Span{0, 10}));
}

// extra, name, comment and header CRC: RFC 1952, section 2.3.1.
const std::string kFull = "\x1f\x8b\x08\x1e\0\0\0\0\0\x03\x03\0abcname\0comment\0"s;

TEST(GzipHeader, SpansTheOptionalParts) {
  const auto header = gzip_header(kFull + "\x12\x34" + "data");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->whole, (Span{0, kFull.size() + 2}));
}

TEST(GzipHeader, IsNoneWhereItIsCutOrForeign) {
  for (std::size_t size = 0; size < kFull.size() + 2; ++size) {
    EXPECT_EQ(gzip_header((kFull + "\x12\x34").substr(0, size)), std::nullopt) << size;
  }
  EXPECT_EQ(gzip_header("\x1f\x8b\x07\0\0\0\0\0\0\x03"s), std::nullopt) << "another method";
  EXPECT_EQ(gzip_header("\x1f\x8b\x08\x20\0\0\0\0\0\x03"s), std::nullopt) << "a reserved flag";
  EXPECT_EQ(gzip_header("<!DOCTYPE html>"), std::nullopt);
}

TEST(GzipHeaderReader, ChecksTheHeaderCrc) {
  GzipHeaderReader right;
  right.feed(kFull + "\x79\x71");
  EXPECT_TRUE(right.done());
  EXPECT_FALSE(right.crc_wrong());
  GzipHeaderReader wrong;
  wrong.feed(kFull + "\x79\x70");
  EXPECT_TRUE(wrong.done());
  EXPECT_TRUE(wrong.crc_wrong());
}

TEST(GzipHeaderReader, ReadsBytewiseWhatItReadsAtOnce) {
  GzipHeaderReader reader;
  std::size_t taken = 0;
  for (const char c : kFull + "\x79\x71" + "data") taken += reader.feed({&c, 1});
  EXPECT_EQ(taken, kFull.size() + 2);
  EXPECT_TRUE(reader.done());
  EXPECT_FALSE(reader.crc_wrong());
}

}  // namespace
}  // namespace httparity
