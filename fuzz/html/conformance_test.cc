#include "fuzz/html/conformance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "base/file.h"
#include "base/test_support.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/plugin.h"

namespace httparity::html {
namespace {

constexpr const char* kSuite = "HTTPARITY_HTML5LIB_TESTS";

std::vector<DatCase> suite() {
  const char* folder = std::getenv(kSuite);
  const Result<std::vector<DatCase>> cases =
      read_dat_folder(std::string(folder == nullptr ? "" : folder) + "/tree-construction");
  EXPECT_TRUE(cases) << (cases ? "" : cases.error().what);
  return cases ? *cases : std::vector<DatCase>{};
}

/// The ids that a parser is known to fail, one a line.
std::string recorded_failures(const std::string& name) {
  const auto text =
      read_file(fmt::format("{}/fuzz/html/conformance/{}.failures", HTTPARITY_SOURCE_DIR, name), 1U << 20U);
  return text ? *text : text.error().what;
}

void expect_conformance(Parser& parser, const std::string& name, std::size_t passed) {
  const Conformance found = run_conformance(parser, suite(), false);
  EXPECT_EQ(found.cases, 1784U);
  EXPECT_EQ(found.passed, passed);
  EXPECT_EQ(fmt::format("{}\n", fmt::join(found.failed, "\n")), recorded_failures(name));
}

TEST(Conformance, TheSuiteHasItsKnownSize) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  const std::vector<DatCase> cases = suite();
  EXPECT_EQ(cases.size(), 1792U);
  std::size_t fragments = 0;
  for (const DatCase& one : cases) fragments += one.context.name.empty() ? 0 : 1;
  EXPECT_EQ(fragments, 192U);
}

TEST(Conformance, Html5everFailsTheListedCasesAndNoOthers) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  if (find_plugin("html5ever").empty()) GTEST_SKIP() << "the html5ever adapter is not built";
  const auto parser = load_plugin(find_plugin("html5ever"));
  ASSERT_TRUE(parser) << parser.error().what;
  expect_conformance(**parser, "html5ever", 1724);
}

TEST(Conformance, GumboFailsTheListedCasesAndNoOthers) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  if (find_plugin("gumbo").empty()) GTEST_SKIP() << "the Gumbo adapter is not built";
  const auto parser = load_plugin(find_plugin("gumbo"));
  ASSERT_TRUE(parser) << parser.error().what;
  expect_conformance(**parser, "gumbo", 1691);
}

TEST(Conformance, Parse5FailsTheListedCasesAndNoOthers) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  if (const auto why = missing_program("node")) GTEST_SKIP() << *why;
  const auto parser = open_parser("parse5");
  if (!parser) GTEST_SKIP() << "the parse5 adapter is not installed: " << parser.error().what;
  expect_conformance(**parser, "parse5", 1756);
}

}  // namespace
}  // namespace httparity::html
