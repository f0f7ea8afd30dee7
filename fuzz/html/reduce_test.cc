#include "fuzz/html/reduce.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

StillShows holds_all(const std::vector<std::string>& words) {
  return [words](std::span<const HtmlCase> candidates) {
    std::vector<bool> shows;
    for (const HtmlCase& one : candidates) {
      bool all = true;
      for (const std::string& word : words) all = all && one.data.find(word) != std::string::npos;
      shows.push_back(all);
    }
    return shows;
  };
}

TEST(Reduce, KeepsOnlyTheTokensThatMatter) {
  const HtmlCase input{"<!doctype html><p>a<table a=b>c<td>d</td><nobr>e<b>", {HP_HTML_NS_HTML, "td"}, true, false};
  const Reduction reduction = reduce(input, holds_all({"<table", "<nobr>"}));
  EXPECT_EQ(reduction.minimal, (HtmlCase{"<table<nobr>", {}, false, false}));
}

TEST(Reduce, MakesNamesPlainWhereTheyDontMatter) {
  const Reduction reduction = reduce({"<strong><H3></strong>x", {}, false, false}, [](std::span<const HtmlCase> cases) {
    std::vector<bool> shows;
    for (const HtmlCase& one : cases) shows.push_back(std::count(one.data.begin(), one.data.end(), '>') >= 3);
    return shows;
  });
  EXPECT_EQ(reduction.minimal.data, "<x><x></x>");
}

TEST(Reduce, ALongTextIsNoSquareOfItsLength) {
  HtmlCase input;
  for (int i = 0; i < 400; ++i) input.data += i == 37 ? '?' : i == 311 ? '!' : static_cast<char>('a' + i % 26);
  const Reduction reduction = reduce(input, [](std::span<const HtmlCase> cases) {
    std::vector<bool> shows;
    for (const HtmlCase& one : cases) {
      const std::size_t first = one.data.find('?');
      shows.push_back(first != std::string::npos && one.data.find('!', first) != std::string::npos);
    }
    return shows;
  });
  EXPECT_EQ(reduction.minimal.data, "?!");
  EXPECT_LE(reduction.evaluated, 1500U);
}

TEST(Reduce, StopsAtItsLimitWithSomethingThatStillShows) {
  const HtmlCase input{"<a><b><i><p><table><tr><td>x", {}, false, false};
  const StillShows shows = holds_all({"<td>"});
  const Reduction reduction = reduce(input, shows, 5);
  EXPECT_LE(reduction.evaluated, 5U);
  EXPECT_TRUE(shows({&reduction.minimal, 1}).front());
}

RC_GTEST_PROP(Reduce, LeavesNoTokenThatCouldBeSpared, ()) {
  const auto picks = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, alphabet().size()));
  std::string data = "<nobr>";
  for (const std::size_t pick : picks) data += alphabet()[pick];
  data += "</table>";
  const StillShows shows = holds_all({"<nobr>", "</table>"});
  RC_PRE(shows(std::vector<HtmlCase>{{data, {}, false, false}}).front());
  const HtmlCase minimal = reduce({data, {}, false, false}, shows).minimal;
  RC_ASSERT(shows({&minimal, 1}).front());
  const auto tokens = split_tokens(minimal.data);
  for (std::size_t spared = 0; spared < tokens.size(); ++spared) {
    HtmlCase without = minimal;
    without.data.clear();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (i != spared) without.data += tokens[i];
    }
    RC_ASSERT(!shows({&without, 1}).front());
  }
}

}  // namespace
}  // namespace httparity::html
