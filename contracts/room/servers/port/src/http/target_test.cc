#include "http/target.h"

#include <gtest/gtest.h>

namespace room {
namespace {

TEST(Target, SplitsPathAndQuery) {
  EXPECT_EQ(split_target("/a/b?c=d?e").path, "/a/b");
  EXPECT_EQ(split_target("/a/b?c=d?e").query, "c=d?e");
  EXPECT_EQ(split_target("http://a.test/up?x").path, "/up");
  EXPECT_EQ(split_target("*").path, "*");
}

TEST(Target, IsLegalAsPumaHasIt) {
  EXPECT_TRUE(target_is_legal("/%zz?\xff|^`{}"));
  for (const char* target : {"/a b", "/\"", "/<", "/>", "/\x7f", "/\t"})
    EXPECT_FALSE(target_is_legal(target)) << target;
}

TEST(Method, IsLegalInCapitals) {
  EXPECT_TRUE(method_is_legal("M-SEARCH"));
  for (const char* method : {"", "get", "A,B", "ABCDEFGHIJKLMNOPQRSTU"})
    EXPECT_FALSE(method_is_legal(method)) << method;
}

}  // namespace
}  // namespace room
