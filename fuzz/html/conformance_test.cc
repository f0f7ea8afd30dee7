#include "fuzz/html/conformance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "base/file.h"
#include "base/test_support.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/open_parser.h"

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

void expect_conformance(const std::string& name, std::size_t passed) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  if (const auto why = missing_adapter(name)) GTEST_SKIP() << *why;
  const auto parser = open_parser(name);
  ASSERT_TRUE(parser) << parser.error().what;
  const Conformance found = run_conformance(**parser, suite(), false);
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
  expect_conformance("html5ever", 1724);
}

TEST(Conformance, GumboFailsTheListedCasesAndNoOthers) {
  expect_conformance("gumbo", 1691);
}

TEST(Conformance, Parse5FailsTheListedCasesAndNoOthers) {
  expect_conformance("parse5", 1756);
}

// It can't do fragments in foreign contexts at all; each of them fails here.
TEST(Conformance, Html5libFailsTheListedCasesAndNoOthers) {
  expect_conformance("html5lib", 1527);
}

// The browser moves with Debian's security updates, so that no list of it can be exact.
TEST(Conformance, ChromiumFailsAHandful) {
  if (const auto why = missing_data(kSuite)) GTEST_SKIP() << *why;
  if (const auto why = missing_adapter("chromium")) GTEST_SKIP() << *why;
  const auto parser = open_parser("chromium");
  ASSERT_TRUE(parser) << parser.error().what;
  const Conformance found = run_conformance(**parser, suite(), false);
  EXPECT_EQ(found.cases, 1784U);
  EXPECT_LE(found.failed.size(), 20U) << fmt::format("{}", fmt::join(found.failed, "\n"));
}

// No namespaces, no contents of templates: an example of an adapter, never an oracle.
TEST(Conformance, JsoupFailsTheListedCasesAndNoOthers) {
  expect_conformance("jsoup", 1143);
}

}  // namespace
}  // namespace httparity::html
