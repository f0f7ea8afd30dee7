#include "http/gzip_stream.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace room {
namespace {

std::string inflate_gzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  std::string plain(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  plain.resize(stream.total_out);
  inflateEnd(&stream);
  return plain;
}

TEST(GzipParts, HeaderThenOneFlushAPartThenTheEnd) {
  const std::vector<Part> parts = gzip_parts({part("hello"), part(""), part("again")}, 0x01020304);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(*parts[0], std::string("\x1f\x8b\x08\0\x04\x03\x02\x01\0\x03", 10));
  EXPECT_TRUE(parts[1]->ends_with(std::string("\0\0\xff\xff", 4)));
  EXPECT_TRUE(parts[2]->ends_with(std::string("\0\0\xff\xff", 4)));
  EXPECT_TRUE(parts[3]->starts_with(std::string("\x03\0", 2)));
  EXPECT_EQ(parts[3]->size(), 10u);
  EXPECT_EQ(inflate_gzip(joined(parts)), "helloagain");
}

TEST(GzipParts, ALargePartGivesOutBeforeItsFlush) {
  std::string noise(100'000, '\0');
  unsigned state = 1;
  for (char& c : noise) c = static_cast<char>((state = state * 1103515245 + 12345) >> 16);
  const std::vector<Part> parts = gzip_parts({part(noise)}, 0);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_GT(parts[0]->size(), 10u);
  EXPECT_EQ(inflate_gzip(joined(parts)), noise);
}

}  // namespace
}  // namespace room
