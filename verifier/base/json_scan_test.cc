#include "base/json_scan.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace httparity {
namespace {

/// "" where `text` is one JSON value, else the offset and the error.
std::string fault(std::string_view text, JsonSyntax syntax = {}) {
  JsonScanner scanner(text, syntax);
  for (std::size_t steps = 0; steps <= 2 * text.size() + 2; ++steps) {
    const JsonToken token = scanner.next();
    if (token == JsonToken::kEnd) return "";
    if (token == JsonToken::kError) return std::to_string(scanner.begin()) + ": " + scanner.error();
  }
  return "never ends";
}

TEST(JsonScanTest, TokensStandWhereTheySay) {
  const std::string text = R"({"a": [1.5e3, "x\"y"], "b": null})";
  JsonScanner scanner(text);
  std::string shown;
  for (JsonToken token = scanner.next(); token != JsonToken::kEnd; token = scanner.next()) {
    ASSERT_NE(token, JsonToken::kError) << scanner.error();
    shown += std::string(scanner.token()) + "|";
  }
  EXPECT_EQ(shown, R"({|"a"|[|1.5e3|"x\"y"|]|"b"|null|}|)");
}

TEST(JsonScanTest, EachFaultIsNamedWithItsPlaceAndCure) {
  EXPECT_EQ(fault(""), "0: is empty: needs a JSON value");
  EXPECT_EQ(fault("\xEF\xBB\xBF{}"), "0: begins with a byte order mark: save it as UTF-8 without one");
  EXPECT_EQ(fault("[1,]"), "3: has a comma before ]: remove it");
  EXPECT_EQ(fault("{\"a\":1,}"), "7: has a comma before }: remove it");
  EXPECT_EQ(fault("[1 2]"), "3: needs a comma or ] here");
  EXPECT_EQ(fault("{\"a\" 1}"), "5: needs a colon behind the key");
  EXPECT_EQ(fault("{a: 1}"), "1: needs a key in double quotes here");
  EXPECT_EQ(fault("[1"), "2: ends inside an array: needs ]");
  EXPECT_EQ(fault("01"), "0: has a number with a leading zero: remove it");
  EXPECT_EQ(fault("\"\\ud800\""), "1: has a lone high surrogate: \\uDC00..\\uDFFF must follow");
  EXPECT_EQ(fault("\"\\udc00\""), "1: has a lone low surrogate: a pair begins with \\uD800..\\uDBFF");
  EXPECT_EQ(fault("\"\xFF\""), "1: is not UTF-8 here: write the byte 0xNN as \\u00NN where bytes are meant");
  EXPECT_EQ(fault("\"a\nb\""), "2: has a string that doesn't end on its line: write \\n for a line end");
  EXPECT_EQ(fault("1 // no"), "2: goes on behind the JSON value: remove what follows");
}

TEST(JsonScanTest, CommentsAreBlanksOnlyWhereAskedFor) {
  EXPECT_EQ(fault("/* a */ [ // b\n 1 /* , */ ] // c", {.comments = true}), "");
  EXPECT_EQ(fault("/* a", {.comments = true}), "0: a comment that doesn't end: close it with */");
  EXPECT_EQ(fault("// a\n1"), "0: has a comment here: remove it");
}

TEST(JsonScanTest, DepthIsBoundedWithoutRecursion) {
  EXPECT_EQ(fault(std::string(200, '[') + std::string(200, ']')), "");
  EXPECT_EQ(fault(std::string(100000, '[')), "200: is nested deeper than 200 levels");
}

TEST(JsonScanTest, SurrogatePairsAreOneCodePoint) {
  EXPECT_EQ(json_unescape(R"("\ud83d\ude00\u00e9\t\/")"), "\xF0\x9F\x98\x80\xC3\xA9\t/");
}

/// Text that is JSON more often than chance has it.
rc::Gen<std::string> near_json() {
  const auto piece =
      rc::gen::element<std::string>("{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\"", "\"\\ud800\"", "\"\\n", "\"",
                                    "0", "-1", "1.5", "1e5", "1e501", "01", "1.", "null", "true", "fals", " ", "\n",
                                    "\\", "\x01", "\xC3\xA9", "\xC3", "{\"a\":1}", "[1,2]", "\"a\":");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const std::vector<std::string>& pieces) {
    std::string text;
    for (const auto& each : pieces) text += each;
    return text;
  });
}

// 1e501 is JSON (RFC 8259, section 6) and no double: the scanner takes it, whoever wants numbers as doubles does not.
RC_GTEST_PROP(JsonScanTest, AgreesWithAnotherReaderOnWhatIsJson, ()) {
  const std::string text = *near_json();
  JsonErrors errors("text");
  const bool is_read = JsonDocument::parse(text, errors) != nullptr;
  RC_ASSERT(is_read == nlohmann::json::accept(text));
  RC_ASSERT(!is_read || fault(text).empty());
}

TEST(JsonScanTest, ANumberThatNoDoubleHoldsIsJsonAllTheSame) {
  JsonErrors errors("text");
  EXPECT_EQ(fault("1e501"), "");
  EXPECT_EQ(JsonDocument::parse("1e501", errors), nullptr);
  EXPECT_FALSE(nlohmann::json::accept("1e501"));
}

RC_GTEST_PROP(JsonScanTest, AgreesWithAnotherReaderOnWhatStringsMean, ()) {
  std::string token = "\"";
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "\\n", "\\\\", "\\\"", "\\/", "\\b", "\\u0000", "\\u00e9", "\\u20ac", "\\ud83d\\ude00", "\xC3\xA9", "\x7F"));
  for (const auto& each : pieces) token += each;
  token += "\"";
  RC_ASSERT(fault(token).empty());
  RC_ASSERT(json_unescape(token) == nlohmann::json::parse(token).get<std::string>());
}

}  // namespace
}  // namespace httparity
