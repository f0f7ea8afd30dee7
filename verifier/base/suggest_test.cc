#include "base/suggest.h"

#include <gtest/gtest.h>

#include <array>

namespace httparity {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"header", "headers", "body", "pipeline"};

TEST(SuggestTest, OneSlipIsForgiven) {
  EXPECT_EQ(nearest_word("haeder", kWords), "header");
  EXPECT_EQ(nearest_word("Headers", kWords), "headers");
  EXPECT_EQ(nearest_word("pipelin", kWords), "pipeline");
  EXPECT_EQ(nearest_word("bdoy", kWords), "body");
}

TEST(SuggestTest, AnotherWordIsNotSuggested) {
  EXPECT_EQ(nearest_word("cookie", kWords), std::nullopt);
  EXPECT_EQ(nearest_word("", kWords), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(100000, 'h'), kWords), std::nullopt);
  EXPECT_EQ(did_you_mean("b", kWords), "");
}

}  // namespace
}  // namespace httparity
