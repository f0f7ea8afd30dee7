#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text.h"

namespace httparity {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> value = 7;
  const Result<int> error = Error{"no such file: room.json"};
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 7);
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().what, "no such file: room.json");
}

TEST(Result, MovesAValueOut) {
  Result<std::unique_ptr<int>> value = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(value);
  EXPECT_EQ(*taken, 3);
}

TEST(EscapeBytes, NeverEmitsAControlOrHighByte) {
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  for (const char c : escape_bytes(all)) EXPECT_TRUE(c >= 0x20 && c <= 0x7e);
  EXPECT_EQ(escape_bytes("a\r\n\t\\\x1b\x9b"), "a\\r\\n\\t\\\\\\x1b\\x9b");
}

TEST(EqualIgnoringCase, FoldsAsciiLettersOnly) {
  EXPECT_TRUE(equal_ignoring_case("X-Cache", "x-cACHE"));
  EXPECT_FALSE(equal_ignoring_case("\xc4", "\xe4"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));
  EXPECT_FALSE(equal_ignoring_case("ab", "abc"));
}

}  // namespace
}  // namespace httparity
