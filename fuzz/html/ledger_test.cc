#include "fuzz/html/ledger.h"

#include <gtest/gtest.h>

namespace httparity::html {
namespace {

const char* const kEntry = R"({"httparity_ledger": 1, "entries": [{
  "id": "one", "reference": "html5ever", "port": "gumbo", "side": "port", "input": "<isindex>", "context": "svg desc",
  "keys": ["body>x | body>y"], "standard": "13.2.6.4.7", "why": "gone from the standard", "opened": "2026-11-30",
  "until": "2027-11-30", "rewrites": [{"from": "<ISindex", "to": "<x"}]}]})";

TEST(Ledger, IsReadWhole) {
  const auto ledger = parse_ledger(kEntry, "ledger.json");
  ASSERT_TRUE(ledger) << ledger.error().what;
  ASSERT_EQ(ledger->entries.size(), 1U);
  EXPECT_EQ(ledger->entries[0].input.context, (Context{HP_HTML_NS_SVG, "desc"}));
  ASSERT_NE(ledger->find("body>x | body>y"), nullptr);
  EXPECT_EQ(ledger->find("body>x | body>y")->id, "one");
  EXPECT_EQ(ledger->find("body>x | body>z"), nullptr);
  EXPECT_EQ(ledger->for_pair("html5ever", "gumbo").entries.size(), 1U);
  EXPECT_EQ(ledger->for_pair("gumbo", "html5ever").entries.size(), 0U);
}

TEST(Ledger, RewritesEachOccurrenceInEitherCase) {
  const auto ledger = parse_ledger(kEntry, "ledger.json");
  ASSERT_TRUE(ledger) << ledger.error().what;
  HtmlCase input{"<isindex><p><ISINDEX a><isinde", {}, false, false};
  Rewriter(*ledger).rewrite(input);
  EXPECT_EQ(input.data, "<x><p><x a><isinde");
}

TEST(Ledger, RefusesTwoEntriesOfOneNameOrOneKeyAndNamesBoth) {
  const std::string one = kEntry;
  const std::size_t begin = one.find('{', 1);
  const std::string entry = one.substr(begin, one.rfind(']') - begin);
  std::string other = entry;
  other.replace(other.find("\"one\""), 5, "\"two\"");
  const auto both = [&](const std::string& second) {
    const auto ledger = parse_ledger(one.substr(0, begin) + entry + ", " + second + "]}", "ledger.json");
    return ledger ? std::string() : ledger.error().what;
  };
  EXPECT_NE(both(entry).find("two entries \"one\""), std::string::npos) << both(entry);
  EXPECT_NE(both(other).find("\"one\" and \"two\" both list the key"), std::string::npos) << both(other);
}

TEST(Ledger, RefusesAnUnknownKeyADayThatIsNoneAndARewriteWithoutEnd) {
  const auto error_of = [](std::string_view from, std::string_view to) {
    std::string text = kEntry;
    text.replace(text.find(from), from.size(), to);
    const auto ledger = parse_ledger(text, "ledger.json");
    return ledger ? std::string() : ledger.error().what;
  };
  EXPECT_NE(error_of("\"why\"", "\"wy\"").find("why"), std::string::npos);
  EXPECT_NE(error_of("2027-11-30", "soon").find("YYYY-MM-DD"), std::string::npos);
  EXPECT_NE(error_of("\"<x\"", "\"<isindex a\"").find("must not hold"), std::string::npos);
}

}  // namespace
}  // namespace httparity::html
