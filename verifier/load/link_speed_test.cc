#include "load/link_speed.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/test_folder.h"
#include "load/resolve.h"

namespace httparity {
namespace {

TEST(LinkSpeed, IsReadInMegabitsWhereThereIsOne) {
  const TestFolder folder;
  const std::string path = (folder.path() / "speed").string();
  EXPECT_FALSE(read_link_speed(path));
  for (const auto& [text, speed] : {std::pair("1000\n", 1e9), std::pair("-1\n", 0.0), std::pair("x\n", 0.0)}) {
    ASSERT_TRUE(write_file(path, text));
    EXPECT_EQ(read_link_speed(path).value_or(0), speed) << text;
  }
}

TEST(LinkSpeed, LoopbackHasNone) {
  const auto address = resolve_address({Endpoint::Kind::kTcp, "127.0.0.1", 80, ""}, nullptr);
  ASSERT_TRUE(address);
  EXPECT_FALSE(link_bits_per_second(*address));
}

}  // namespace
}  // namespace httparity
