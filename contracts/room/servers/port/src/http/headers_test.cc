#include "http/headers.h"

#include <gtest/gtest.h>

namespace room {
namespace {

TEST(Headers, SettingAgainKeepsThePlace) {
  Headers headers{{"A", "1"}, {"B", "2"}};
  headers.set("A", "3");
  EXPECT_EQ(headers, Headers({{"A", "3"}, {"B", "2"}}));
}

TEST(Headers, AnotherCaseMovesToTheEnd) {
  Headers headers{{"Etag", "1"}, {"B", "2"}};
  headers.set("ETag", "3");
  EXPECT_EQ(headers, Headers({{"B", "2"}, {"ETag", "3"}}));
}

TEST(Headers, AreFoundInAnyCase) {
  Headers headers{{"Content-Type", "x"}};
  ASSERT_NE(headers.find("content-type"), nullptr);
  headers.erase("CONTENT-TYPE");
  EXPECT_EQ(headers.find("Content-Type"), nullptr);
}

}  // namespace
}  // namespace room
