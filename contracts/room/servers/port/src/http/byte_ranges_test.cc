#include "http/byte_ranges.h"

#include <gtest/gtest.h>

namespace room {
namespace {

using Ranges = std::vector<ByteRange>;

std::optional<Ranges> ranges(const std::string& field) {
  return byte_ranges(&field, 100);
}

TEST(ByteRanges, ReadsEachForm) {
  EXPECT_EQ(ranges("bytes=0-9"), Ranges({{0, 9}}));
  EXPECT_EQ(ranges("bytes=90-"), Ranges({{90, 99}}));
  EXPECT_EQ(ranges("bytes=-5"), Ranges({{95, 99}}));
  EXPECT_EQ(ranges("bytes=0-0, 5-900"), Ranges({{0, 0}, {5, 99}}));
  EXPECT_EQ(ranges("bytes=;bytes=-7"), Ranges({{93, 99}}));
}

TEST(ByteRanges, NothingSatisfiableIsEmpty) {
  for (const char* field : {"bytes=100-", "bytes=-0", "bytes=0-60,0-60"}) EXPECT_EQ(ranges(field), Ranges()) << field;
}

TEST(ByteRanges, AMalformedFieldIsNoRange) {
  EXPECT_FALSE(byte_ranges(nullptr, 100));
  for (const char* field : {"chars=0-1", "bytes=", "bytes=9-5", "bytes=5", "bytes=-", "bytes=,0-1"}) {
    EXPECT_FALSE(ranges(field)) << field;
  }
}

}  // namespace
}  // namespace room
