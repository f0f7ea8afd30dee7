#include "fuzz/html/score.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/digest.h"
#include "base/file.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/plugin.h"
#include "report/text_report.h"

namespace httparity::html {
namespace {

FaultList list_of(const std::string& name) {
  const std::string path = HTTPARITY_SOURCE_DIR "/fuzz/html/faults/" + name;
  const auto text = read_file(path, 1U << 20U);
  EXPECT_TRUE(text) << text.error().what;
  const auto list = parse_fault_list(*text, path);
  EXPECT_TRUE(list) << list.error().what;
  return *list;
}

/// All faults that the generator makes, in the order of its seeded shuffle.
std::vector<std::string> shuffled(const std::string& library) {
  const auto text = read_file(library.substr(0, library.size() - 3) + ".tsv", 1U << 20U);
  EXPECT_TRUE(text) << text.error().what;
  const auto made = parse_fault_numbers(*text, "faults");
  EXPECT_TRUE(made) << made.error().what;
  std::vector<std::pair<std::string, std::string>> keyed;
  for (const Fault& one : *made)
    keyed.emplace_back(digest(DigestAlgorithm::kSha256, "1 " + one.id).value_or(""), one.id);
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::string> ids;
  for (auto& [key, id] : keyed) ids.push_back(std::move(id));
  return ids;
}

TEST(FaultList, LeavesNothingOutWithoutAReason) {
  EXPECT_TRUE(parse_fault_list("# all\na/drop/B\nc/drop/D\tequivalent: never looked at\n", "x"));
  EXPECT_FALSE(parse_fault_list("a/drop/B\tequivalent: \n", "x"));
  EXPECT_FALSE(parse_fault_list("a/drop/B\ttoo hard\n", "x"));
}

TEST(FaultList, IsTheBeginOfTheSeededShuffleAndTheHeldOutOnesComeNext) {
  const std::string library = find_plugin("gumbo-faults");
  if (library.empty()) GTEST_SKIP() << "the adapter gumbo-faults is not built";
  const std::vector<std::string> all = shuffled(library);
  std::size_t from = 0;
  for (const char* name : {"faults.list", "held-out.list"}) {
    const FaultList list = list_of(name);
    EXPECT_GE(list.chosen.size(), 70U);
    std::vector<std::string> ids = list.chosen;
    for (const auto& [id, reason] : list.equivalent) ids.push_back(id);
    std::vector<std::string> next(all.begin() + static_cast<std::ptrdiff_t>(from),
                                  all.begin() + static_cast<std::ptrdiff_t>(from + ids.size()));
    std::sort(ids.begin(), ids.end());
    std::sort(next.begin(), next.end());
    EXPECT_EQ(ids, next) << name;
    from += ids.size();
  }
}

TEST(Faults, AllOffTheLibraryAgreesWithDebiansOnASampleOfTheSweep) {
  if (find_plugin("gumbo-faults").empty() || find_plugin("gumbo").empty()) {
    GTEST_SKIP() << "the adapters gumbo and gumbo-faults are not built";
  }
  FuzzOptions options;
  options.reference = "gumbo";
  options.port = "gumbo-faults";
  options.engines = {"sweep"};
  options.runs = 40000;
  const auto result = fuzz_html(options);
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_EQ(result->cases(), 40000U);
  EXPECT_EQ(result->differences(), 0U) << render_text(fuzz_report(*result, {}), {});
}

}  // namespace
}  // namespace httparity::html
