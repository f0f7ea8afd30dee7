#include "base/json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json_read.h"
#include "base/json_writer.h"

namespace httparity {
namespace {

using Lines = std::vector<std::string>;

Lines lines(const JsonErrors& errors) {
  Lines all;
  for (const Error& error : errors.sorted()) all.push_back(error.what);
  return all;
}

Lines faults(std::string text) {
  JsonErrors errors("f.json");
  const bool read = JsonDocument::parse(std::move(text), errors, {.comments = true}) != nullptr;
  EXPECT_EQ(read, errors.empty() || lines(errors)[0].find("twice") != std::string::npos);
  return lines(errors);
}

TEST(JsonTest, EveryValueKnowsItsLineAndPointer) {
  JsonErrors errors("f.json");
  const auto document = JsonDocument::parse("{\n\"a\": [1,\n {\"b/~\": true}]\n}", errors);
  ASSERT_NE(document, nullptr);
  const JsonValue inner = document->root().children()[0].children()[1].children()[0];
  EXPECT_EQ(inner.line(), 3);
  EXPECT_EQ(inner.pointer(), "/a/1/b~1~0");
  EXPECT_EQ(inner.key(), "b/~");
  EXPECT_EQ(document->root().pointer(), "");
}

TEST(JsonTest, ASyntaxErrorNamesFileLineAndTheValueAround) {
  EXPECT_EQ(faults("{\n\"a\": [\n1 2]}"), Lines{"f.json:3: /a: needs a comma or ] here"});
  EXPECT_EQ(faults(""), Lines{"f.json:1: is empty: needs a JSON value"});
}

TEST(JsonTest, AKeyThatStandsTwiceIsAnErrorAndReadingGoesOn) {
  EXPECT_EQ(
      faults("{\"a\": {\"x\": 1,\n\"\\u0078\": 2},\n\"a\": 3}"),
      (Lines{"f.json:2: /a: has the key \"x\" twice: remove one", "f.json:3: has the key \"a\" twice: remove one"}));
}

TEST(JsonTest, ANumberThatNothingHoldsIsAnError) {
  EXPECT_EQ(faults("[1e400]"), Lines{"f.json:1: /0: is a number too large to be held"});
  EXPECT_EQ(faults("[1e308]"), Lines{});
}

TEST(JsonTest, DepthAndCountAreBounded) {
  EXPECT_EQ(faults(std::string(100000, '[')).size(), 1U);
  std::string many = "[0";
  for (std::size_t place = 0; place < JsonSyntax{}.max_values; ++place) many += ",0";
  EXPECT_EQ(faults(many + "]"), Lines{"f.json:1: has more than 2000000 values"});
}

TEST(JsonTest, HostileKeysAndFileNamesAreShownEscaped) {
  JsonErrors errors("f\x1B[2J");
  JsonDocument::parse("{\"\\u001b\": 1, \"\\u001b\": 1}", errors);
  EXPECT_EQ(lines(errors), Lines{"f\\x1b[2J:1: has the key \"\\x1b\" twice: remove one"});
}

TEST(JsonTest, FirstSaysHowManyFollow) {
  JsonErrors errors("f");
  errors.add(9, "", "late");
  errors.add(2, "/a", "early");
  EXPECT_EQ(errors.first().what, "f:2: /a: early (and 1 more)");
}

/// The same document read by us, as another library's value.
nlohmann::json as_other(const JsonValue& value) {
  switch (value.kind()) {
    case JsonKind::kBoolean:
      return value.boolean();
    case JsonKind::kNumber:
      if (const auto integer = value.integer()) return *integer;
      return value.number();
    case JsonKind::kString:
      return value.text();
    case JsonKind::kArray: {
      nlohmann::json array = nlohmann::json::array();
      for (const JsonValue& child : value.children()) array.push_back(as_other(child));
      return array;
    }
    case JsonKind::kObject: {
      nlohmann::json object = nlohmann::json::object();
      for (const JsonValue& child : value.children()) object[child.key()] = as_other(child);
      return object;
    }
    default:
      return nullptr;
  }
}

rc::Gen<nlohmann::json> any_json(int depth) {
  const auto scalar = rc::gen::oneOf(
      rc::gen::just(nlohmann::json(nullptr)),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return nlohmann::json(b); }),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t n) { return nlohmann::json(n); }),
      rc::gen::map(rc::gen::element<std::string>("", "a", "\"\\\n", "\xC3\xA9", "\xF0\x9F\x98\x80", "{x}"),
                   [](std::string s) { return nlohmann::json(std::move(s)); }));
  if (depth == 0) return scalar;
  const auto inner = any_json(depth - 1);
  return rc::gen::oneOf(scalar,
                        rc::gen::map(rc::gen::container<std::vector<nlohmann::json>>(inner),
                                     [](std::vector<nlohmann::json> v) { return nlohmann::json(std::move(v)); }),
                        rc::gen::map(rc::gen::container<std::map<std::string, nlohmann::json>>(
                                         rc::gen::element<std::string>("a", "b", "c/d", "\xC3\xA9", ""), inner),
                                     [](const std::map<std::string, nlohmann::json>& m) { return nlohmann::json(m); }));
}

RC_GTEST_PROP(JsonTest, WhatAnotherLibraryWritesIsReadAlike, ()) {
  const nlohmann::json written = *any_json(3);
  JsonErrors errors("f");
  const auto document = JsonDocument::parse(written.dump(*rc::gen::element(-1, 2)), errors);
  RC_ASSERT(document != nullptr);
  RC_ASSERT(errors.empty());
  RC_ASSERT(as_other(document->root()) == written);
}

TEST(JsonReadTest, AnUnknownKeySuggestsTheNearest) {
  JsonErrors errors("f");
  const auto document = JsonDocument::parse("{\"reqiure\": 1, \"zebra\": 2}", errors);
  const JsonObject object(document->root(), {"require", "request", "name"}, errors);
  EXPECT_FALSE(object.need("name"));
  EXPECT_EQ(lines(errors), (Lines{"f:1: /reqiure: unknown key \"reqiure\"; did you mean \"require\"?",
                                  "f:1: /zebra: unknown key \"zebra\"", "f:1: needs \"name\""}));
}

TEST(JsonReadTest, AWrongKindSaysWhatItIsAndWhatItMustBe) {
  JsonErrors errors("f");
  const auto document = JsonDocument::parse("[1, \"x\", {}, 7.5, \"\", \"\\u0100\", \"kep\"]", errors);
  const auto values = document->root().children();
  EXPECT_FALSE(read_text(values[0], errors));
  EXPECT_FALSE(read_boolean(values[1], errors));
  EXPECT_TRUE(read_array(values[2], errors).empty());
  EXPECT_FALSE(read_integer(values[3], 1, 9, errors));
  EXPECT_FALSE(read_some_text(values[4], errors));
  EXPECT_FALSE(read_bytes(values[5], errors));
  EXPECT_FALSE(read_word(values[6], {"keep", "new"}, errors));
  EXPECT_EQ(lines(errors),
            (Lines{"f:1: /0: must be a string, is a number", "f:1: /1: must be true or false, is a string",
                   "f:1: /2: must be an array, is an object", "f:1: /3: must be a whole number from 1 to 9",
                   "f:1: /4: must not be empty",
                   "f:1: /5: has a code point above U+00FF, and this string holds bytes: write each byte as \\u00NN",
                   "f:1: /6: must be one of \"keep\", \"new\", is \"kep\"; did you mean \"keep\"?"}));
}

RC_GTEST_PROP(JsonReadTest, BytesWrittenByOurWriterAreReadBack, (const std::string& bytes)) {
  JsonWriter writer;
  writer.bytes(bytes);
  JsonErrors errors("f");
  const auto document = JsonDocument::parse(std::move(writer).take(), errors);
  RC_ASSERT(document != nullptr);
  RC_ASSERT(read_bytes(document->root(), errors) == bytes);
}

}  // namespace
}  // namespace httparity
