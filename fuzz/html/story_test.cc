// A team's port passes the corpus, and five of its rules are wrong.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "base/test_support.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/pair.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/score.h"
#include "report/text_report.h"

namespace httparity::html {
namespace {

constexpr const char* kSuite = "HTTPARITY_HTML5LIB_TESTS";

/// Five rule faults that the html5lib corpus doesn't see.
const std::vector<std::string> kFaults = {"handle_in_select_in_table/drop/TD#2", "has_an_element_in_list_scope/drop/OL",
                                          "is_special_node/drop/MO", "handle_in_caption/drop/TFOOT",
                                          "has_an_element_in_scope/drop/MN"};

std::vector<int> numbers_of(const std::string& library) {
  const auto text = read_file(library.substr(0, library.size() - 3) + ".tsv", 1U << 20U);
  EXPECT_TRUE(text) << text.error().what;
  const auto made = parse_fault_numbers(*text, "faults");
  EXPECT_TRUE(made) << made.error().what;
  std::vector<int> numbers;
  for (const std::string& id : kFaults) {
    const auto found = std::find_if(made->begin(), made->end(), [&id](const Fault& one) { return one.id == id; });
    EXPECT_NE(found, made->end()) << id;
    if (found != made->end()) numbers.push_back(found->number);
  }
  return numbers;
}

FuzzOptions options_of(const std::string& library, const std::string& faults) {
  FuzzOptions options;
  options.reference = library + ":fault=0";
  options.port = library + ":fault=" + faults;
  options.suites = {std::getenv(kSuite)};
  return options;
}

TEST(Story, APortThatPassesTheCorpusHasItsFiveFaultsFoundAndNaiveCasesMissOne) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  const std::string library = find_plugin("gumbo-faults");
  if (const auto why = missing_adapter("gumbo-faults")) GTEST_SKIP() << *why;
  const std::vector<int> numbers = numbers_of(library);
  ASSERT_EQ(numbers.size(), 5U);
  const std::string all = fmt::format("{}", fmt::join(numbers, ","));

  FuzzOptions corpus = options_of(library, all);
  corpus.engines = {"corpus"};
  corpus.runs = 10000;
  const auto conforming = fuzz_html(corpus);
  ASSERT_TRUE(conforming) << conforming.error().what;
  EXPECT_GT(conforming->cases(), 1700U);
  EXPECT_EQ(conforming->differences(), 0U);

  std::size_t naive_misses = 0;
  for (const int number : numbers) {
    FuzzOptions naive = options_of(library, std::to_string(number));
    naive.engines = {"naive"};
    naive.runs = 180000;
    const auto result = fuzz_html(naive);
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_EQ(result->cases(), 180000U);
    naive_misses += result->differences() == 0 ? 1 : 0;
  }
  EXPECT_GE(naive_misses, 1U);

  FuzzOptions fuzz = options_of(library, all);
  fuzz.runs = 400000;
  const auto found = fuzz_html(fuzz);
  ASSERT_TRUE(found) << found.error().what;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    auto sound = load_plugin(library, "fault=0");
    auto faulty = load_plugin(library, fmt::format("fault={}", numbers[i]));
    ASSERT_TRUE(sound && faulty);
    Pair pair(*std::move(sound), *std::move(faulty), false);
    const bool shown = std::any_of(found->findings.begin(), found->findings.end(), [&](const Finding& finding) {
      return is_difference(pair.judge_one(finding.minimal).kind);
    });
    EXPECT_TRUE(shown) << kFaults[i] << " was not found\n" << render_text(fuzz_report(*found, fuzz), {});
  }
}

}  // namespace
}  // namespace httparity::html
