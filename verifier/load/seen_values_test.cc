#include "load/seen_values.h"

#include <gtest/gtest.h>

#include <string>

namespace httparity {
namespace {

TEST(SeenValues, RemembersAWindowAndForgetsWhatIsOlderThanTwo) {
  SeenValues seen(100);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(seen.insert(0, std::to_string(i)));
  for (int i = 900; i < 1000; ++i) ASSERT_FALSE(seen.insert(0, std::to_string(i)));
  EXPECT_TRUE(seen.insert(0, "0"));
}

TEST(SeenValues, KeepsMasksApart) {
  SeenValues seen;
  EXPECT_TRUE(seen.insert(0, "token"));
  EXPECT_TRUE(seen.insert(1, "token"));
  EXPECT_FALSE(seen.insert(1, "token"));
}

}  // namespace
}  // namespace httparity
