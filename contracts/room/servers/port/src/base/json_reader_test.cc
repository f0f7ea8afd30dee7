#include "base/json_reader.h"

#include <gtest/gtest.h>

namespace room {
namespace {

/// The text of a JSON string; "(none)" where it can't be read.
std::string text_of(std::string_view json) {
  const std::optional<JsonValue> value = read_json(json);
  return value && value->is_string() ? value->text : "(none)";
}

TEST(ReadJson, ReadsObjectsAndStrings) {
  const auto value = read_json(R"( {"a": "x", "b": [1, -0.5e3, true, null, {}], "a": "y"} )");
  ASSERT_TRUE(value);
  ASSERT_NE(value->find("a"), nullptr);
  EXPECT_EQ(value->find("a")->text, "y");
  EXPECT_EQ(value->find("c"), nullptr);
}

TEST(ReadJson, RefusesWhatRubyRefuses) {
  for (const char* text : {"",          " ",   "[1,]", "{\"a\":1,}", "{a:1}",      "[00]",  "[1.]",
                           "[1e]",      "[-]", "[+1]", "NaN",        "[Infinity]", "tru",   "\"a\nb\"",
                           "\"\\u12\"", "\"a", "[1]x", "[1]//",      "/*/[1]",     "[1]\f", "\xef\xbb\xbf[1]"}) {
    EXPECT_FALSE(read_json(text)) << text;
  }
  EXPECT_FALSE(read_json(std::string_view("[1]\0", 4)));
}

TEST(ReadJson, TakesTheLibertiesThatRubyTakes) {
  EXPECT_TRUE(read_json("/**/[/* a */1,// b\n2]//\n"));
  EXPECT_EQ(text_of(R"("\x\q\/")"), "xq/");
}

TEST(ReadJson, JoinsSurrogatesAndMakesDoWithHalfAPair) {
  EXPECT_EQ(text_of(R"("\ud83d\ude00")"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(text_of(R"("\ud83d\u0041")"), "\xf0\x9f\x91\x81");
  EXPECT_EQ(text_of(R"("\ud800xxxxxx")"), "?xxxxx");
  EXPECT_EQ(text_of(R"("\ud800xxxxx")"), "(none)");
  EXPECT_EQ(text_of(R"("\udc00")"), "\xed\xb0\x80");
}

TEST(ReadJson, StopsAtAHundredLevels) {
  EXPECT_TRUE(read_json(std::string(100, '[') + std::string(100, ']')));
  EXPECT_FALSE(read_json(std::string(101, '[') + std::string(101, ']')));
  EXPECT_FALSE(read_json(std::string(1'000'000, '[')));
}

}  // namespace
}  // namespace room
