#include "base/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace httparity {
namespace {

template <typename Write>
std::string compact(Write write) {
  JsonWriter json(JsonWriter::Style::kCompact);
  write(json);
  return std::move(json).take();
}

TEST(JsonWriter, NestsObjectsAndArrays) {
  EXPECT_EQ(compact([](JsonWriter& json) {
              json.begin_object();
              json.key("a").begin_array();
              json.number(std::int64_t{-1});
              json.boolean(true);
              json.null();
              json.end_array();
              json.key("b").begin_object();
              json.end_object();
              json.end_object();
            }),
            R"({"a":[-1,true,null],"b":{}})");
}

TEST(JsonWriter, IndentsByTwo) {
  JsonWriter json;
  json.begin_object();
  json.key("a").begin_array();
  json.end_array();
  json.key("b").text("x");
  json.end_object();
  EXPECT_EQ(std::move(json).take(), "{\n  \"a\": [],\n  \"b\": \"x\"\n}\n");
}

TEST(JsonWriter, WritesWhatIsNoUtf8AsTheReplacementCharacter) {
  EXPECT_EQ(compact([](JsonWriter& json) { json.text("\xff|\xc0\xaf|\xed\xa0\x80|\xe2\x82"); }),
            R"("\ufffd|\ufffd\ufffd|\ufffd\ufffd\ufffd|\ufffd\ufffd")");
}

TEST(JsonWriter, WritesAstralCharactersAsSurrogates) {
  EXPECT_EQ(compact([](JsonWriter& json) { json.text("\xf0\x9f\x98\x80"); }), R"("\ud83d\ude00")");
}

TEST(JsonWriter, WritesWhatIsNotFiniteAsNull) {
  EXPECT_EQ(compact([](JsonWriter& json) { json.number(std::nan("")); }), "null");
}

RC_GTEST_PROP(JsonWriter, AnyBytesAreReadBackAsTheirCodePoints, (const std::string& bytes)) {
  const auto read = nlohmann::json::parse(compact([&](JsonWriter& json) { json.bytes(bytes); }));
  std::string utf8;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  RC_ASSERT(read.get<std::string>() == utf8);
}

RC_GTEST_PROP(JsonWriter, ItsTextIsPrintableAscii, (const std::string& bytes)) {
  for (const char c : compact([&](JsonWriter& json) { json.text(bytes); })) RC_ASSERT(c >= 0x20 && c < 0x7f);
}

}  // namespace
}  // namespace httparity
