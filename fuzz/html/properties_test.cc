// Laws of the standard's tokenizer that a parser must keep for any input, with shrinking.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "base/utf8.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/tape.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

/// html5ever, or null where its adapter isn't built.
Parser* html5ever() {
  static const std::unique_ptr<Parser> kParser = []() -> std::unique_ptr<Parser> {
    if (find_plugin("html5ever").empty()) return nullptr;
    auto parser = load_plugin(find_plugin("html5ever"));
    return parser ? *std::move(parser) : nullptr;
  }();
  return kParser.get();
}

std::vector<Event> events_of(const Answer& answer, EventKind kind) {
  std::vector<Event> events;
  TapeReader reader(answer.bytes);
  for (Event event; reader.next(event);) {
    if (event.kind == kind) events.push_back(event);
  }
  return events;
}

HtmlCase in_div(std::string data) {
  return {std::move(data), {HP_HTML_NS_HTML, "div"}, false, false};
}

rc::Gen<std::string> any_html() {
  return rc::gen::map(rc::gen::container<std::vector<std::size_t>>(
                          rc::gen::inRange<std::size_t>(0, alphabet().size() + texts().size())),
                      [](const std::vector<std::size_t>& picks) {
                        std::string html;
                        for (const std::size_t pick : picks) {
                          html += pick < alphabet().size() ? alphabet()[pick] : texts()[pick - alphabet().size()];
                        }
                        return html;
                      });
}

TEST(ParserLaws, ChunksDontChangeATree) {
  if (const auto why = missing_adapter("html5ever")) GTEST_SKIP() << *why;
  EXPECT_TRUE(rc::check("any split of the input gives the same tree", [] {
    HtmlCase whole{*any_html(), {}, false, false};
    const Answer expected = parse_one(*html5ever(), whole);
    HtmlCase cut = whole;
    for (std::size_t at = 1; at < whole.data.size(); at += *rc::gen::inRange<std::size_t>(1, 9))
      cut.splits.push_back(at);
    RC_ASSERT(parse_one(*html5ever(), cut).bytes == expected.bytes);
  }));
}

// WHATWG HTML, 13.2.5.80: a reference to a scalar value that is no control is that character.
TEST(ParserLaws, ANumericReferenceIsItsCharacter) {
  if (const auto why = missing_adapter("html5ever")) GTEST_SKIP() << *why;
  EXPECT_TRUE(rc::check("decimal and hexadecimal, with and without a semicolon", [] {
    const auto code = *rc::gen::oneOf(
        rc::gen::inRange<std::uint32_t>(0x21, 0x7f), rc::gen::inRange<std::uint32_t>(0xa0, 0xd800),
        rc::gen::inRange<std::uint32_t>(0xe000, 0xfdd0), rc::gen::inRange<std::uint32_t>(0x10000, 0x1fffe));
    const bool hexadecimal = *rc::gen::arbitrary<bool>();
    const std::string reference = hexadecimal ? fmt::format("&#x{:x}", code) : fmt::format("&#{}", code);
    std::string expected;
    append_utf8(expected, code);
    for (const char* end : {";", " ", "<", "-"}) {
      const Answer answer = parse_one(*html5ever(), in_div(reference + end));
      const auto events = events_of(answer, EventKind::kText);
      RC_ASSERT(events.size() == 1U);
      RC_ASSERT(events[0].data == (*end == ';' ? expected : expected + end));
    }
  }));
}

// WHATWG HTML, 13.2.5.33: of several attributes of one name the first stays; names are lowered.
TEST(ParserLaws, TheFirstAttributeOfANameStays) {
  if (const auto why = missing_adapter("html5ever")) GTEST_SKIP() << *why;
  EXPECT_TRUE(rc::check("in the order of the source, values as quoted", [] {
    const auto picks = *rc::gen::container<std::vector<std::pair<int, int>>>(
        rc::gen::pair(rc::gen::inRange(0, 6), rc::gen::inRange(0, 9)));
    std::string tag = "<p";
    std::vector<std::pair<std::string, std::string>> expected;
    for (const auto& [letter, value] : picks) {
      const std::string name(1, static_cast<char>('a' + letter % 3));
      const bool upper = letter >= 3;
      tag += fmt::format(" {}={}v{}{}", upper ? std::string(1, static_cast<char>(name[0] - 'a' + 'A')) : name,
                         value % 3 == 0   ? "'"
                         : value % 3 == 1 ? "\""
                                          : "",
                         value,
                         value % 3 == 0   ? "'"
                         : value % 3 == 1 ? "\""
                                          : "");
      const bool fresh =
          std::none_of(expected.begin(), expected.end(), [&](const auto& one) { return one.first == name; });
      if (fresh) expected.emplace_back(name, fmt::format("v{}", value));
    }
    const Answer answer = parse_one(*html5ever(), in_div(tag + ">"));
    std::vector<std::pair<std::string, std::string>> actual;
    for (const Event& event : events_of(answer, EventKind::kAttribute)) actual.emplace_back(event.name, event.data);
    RC_ASSERT(actual == expected);
  }));
}

TEST(ParserLaws, ADoctypeKeepsItsNameAndIds) {
  if (const auto why = missing_adapter("html5ever")) GTEST_SKIP() << *why;
  EXPECT_TRUE(rc::check("with either quote, ids as they are", [] {
    const auto word = rc::gen::container<std::string>(rc::gen::elementOf(std::string("abz/-. :")));
    const std::string public_id = *word;
    const std::string system_id = *word;
    const char quote = *rc::gen::element('"', '\'');
    const Answer answer = parse_one(
        *html5ever(),
        {fmt::format("<!DOCTYPE Html PUBLIC {0}{1}{0} {0}{2}{0}>", quote, public_id, system_id), {}, false, false});
    const auto events = events_of(answer, EventKind::kDoctype);
    RC_ASSERT(events.size() == 1U);
    RC_ASSERT(events[0].name == "html");
    RC_ASSERT(events[0].data == public_id);
    RC_ASSERT(events[0].system == system_id);
  }));
}

}  // namespace
}  // namespace httparity::html
