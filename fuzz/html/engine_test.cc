#include "fuzz/html/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "base/utf8.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

TEST(Sweep, HasTwoHundredAndTwoTokensInFortyContexts) {
  EXPECT_EQ(alphabet().size(), 202U);
  EXPECT_EQ(std::set<std::string_view>(alphabet().begin(), alphabet().end()).size(), 202U);
  EXPECT_EQ(insertion_contexts().size(), 40U);
  EXPECT_EQ(sweep_engine(false)->size(), 202U * 40U * 202U);
  EXPECT_EQ(sweep_engine(true)->size(), 202U * 40U * 202U * 202U);
}

TEST(Sweep, MeetsEveryCaseOnce) {
  const auto engine = sweep_engine(false);
  std::vector<std::size_t> seen;
  HtmlCase one;
  for (std::uint64_t i = 0; i < engine->size(); ++i) {
    engine->make(i, one);
    seen.push_back(std::hash<std::string>()(one.data) * 31 + std::hash<std::string>()(one.context.name));
  }
  std::sort(seen.begin(), seen.end());
  const auto distinct = static_cast<std::uint64_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
  // Different triples may spell the same text; hardly any do.
  EXPECT_GT(distinct, engine->size() * 97 / 100);
}

TEST(Sweep, AnyPrefixIsAFairSampleOfContexts) {
  const auto engine = sweep_engine(false);
  std::size_t fragments = 0;
  constexpr std::size_t kSample = 8000;
  HtmlCase one;
  for (std::uint64_t i = 0; i < kSample; ++i) {
    engine->make(i, one);
    fragments += one.context.name.empty() ? 0 : 1;
  }
  // 5 of the 40 contexts are fragments.
  EXPECT_NEAR(static_cast<double>(fragments), kSample * 5.0 / 40.0, kSample * 0.02);
}

TEST(Engines, MakeTheSameValidCaseForAnIndexAgain) {
  const std::vector<HtmlCase> corpus = {{"<p>a<b>c", {}, false, false}, {"<td>\xc3\xa9", {0, "tr"}, false, false}};
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(mutation_engine(corpus, 7));
  engines.push_back(byte_engine(corpus, 7));
  engines.push_back(grammar_engine(7));
  engines.push_back(swarm_engine(7));
  engines.push_back(naive_engine(7));
  engines.push_back(sweep_engine(true));
  engines.push_back(nest_engine());
  for (const auto& engine : engines) {
    std::set<std::string> seen;
    for (std::uint64_t i = 0; i < 300; ++i) {
      HtmlCase first;
      HtmlCase again{"left over", {0, "x"}, true, true};
      engine->make(i * 97 % engine->size(), first);
      engine->make(i * 97 % engine->size(), again);
      EXPECT_EQ(first, again) << engine->name();
      EXPECT_TRUE(is_utf8(first.data)) << engine->name();
      seen.insert(first.data);
    }
    EXPECT_GT(seen.size(), 100U) << engine->name();
  }
}

TEST(Nest, PutsEveryTagIntoEveryOther) {
  const auto engine = nest_engine();
  std::set<std::string> seen;
  HtmlCase one;
  for (std::uint64_t i = 0; i < engine->size(); ++i) {
    engine->make(i, one);
    seen.insert(one.data);
  }
  EXPECT_TRUE(seen.contains("<!doctype html><form><object></form></object>x"));
  EXPECT_TRUE(seen.contains("<!doctype html><h1><svg><foreignObject></h1>x"));
  EXPECT_TRUE(seen.contains("<!doctype html><li><math><mo><li>x"));
  EXPECT_TRUE(seen.contains("<!doctype html><template><tr></tr><template><td></template><td>x"));
  EXPECT_TRUE(seen.contains("<!doctype html><table><tfoot><tr><td><select></tfoot>x"));
  EXPECT_GT(seen.size(), engine->size() * 99 / 100);
}

TEST(SplitTokens, LosesNothing) {
  const std::string html = "<!doctype html><p a='>'>x &amp;y<!-- -> --> \n</p <b>&#x41<![CDATA[a>]]>b<";
  const auto tokens = split_tokens(html);
  EXPECT_EQ(std::accumulate(tokens.begin(), tokens.end(), std::string(),
                            [](std::string sum, std::string_view token) { return sum.append(token); }),
            html);
  EXPECT_EQ(tokens[0], "<!doctype html>");
  EXPECT_EQ(tokens.back(), "<");
}

}  // namespace
}  // namespace httparity::html
