// The adapter of contracts/README.md, as it stands there: before a parser of trees, and before two sanitisers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/test_folder.h"
#include "base/test_support.h"
#include "fuzz/html/conformance.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/open_parser.h"
#include "report/text_report.h"
#include "result/exit_status.h"

namespace httparity::html {
namespace {

constexpr const char* kPython = "/usr/bin/python3";  // Debian's own, which has Debian's html5lib

/// A port that answers with html5lib's own dump, whose lines are indented by one level more.
constexpr const char* kTreePort = R"(import html5lib

def parse_to_dump(html, context):
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("dom"), namespaceHTMLElements=False)
    tree = parser.parseFragment(html, container=context) if context else parser.parse(html)
    lines = parser.tree.testSerializer(tree).split("\n")[1:]
    return "".join(line[0] + line[2:] + "\n" if line.startswith("|") else line + "\n" for line in lines)
)";

/// A sanitiser: keeps some tags without attributes, drops others and all that is in style and script. `END` is where
/// the contents of these end.
constexpr const char* kSanitiser = R"(import html as escaping, re

KEPT = {"b", "i", "p", "a", "table", "tr", "td"}
DROPPED = {"script", "style"}

def parse_to_dump(text, context):
    out, at = [], 0
    while tag := re.compile("<(/?)([a-zA-Z][^\\s/>]*)[^>]*>").search(text, at):
        out.append(escaping.escape(text[at:tag.start()], False))
        at, name = tag.end(), tag[2].lower()
        if name in KEPT:
            out.append("<" + tag[1] + name + ">")
        elif name in DROPPED and not tag[1]:
            end = re.compile(END, re.I).search(text, at)
            at = end.start() if end else len(text)
    return "".join(out) + escaping.escape(text[at:], False)
)";

class ReadmeAdapter : public testing::Test {
 protected:
  static std::string code() {
    const auto readme = read_file(HTTPARITY_SOURCE_DIR "/contracts/README.md", 1U << 20U);
    EXPECT_TRUE(readme) << readme.error().what;
    const std::size_t begin = readme->find("```python\n") + 10;
    return readme->substr(begin, readme->find("```", begin) - begin);
  }

  /// Writes an adapter named `name` before `port`, and returns the command that runs it.
  std::string write(const std::string& name, const std::string& adapter, const std::string& port) const {
    const std::string own = folder_ + "/" + name;
    std::filesystem::create_directory(own);
    EXPECT_TRUE(write_file(own + "/adapter.py", adapter));
    EXPECT_TRUE(write_file(own + "/port.py", port));
    return fmt::format("exec {} {}/adapter.py", kPython, own);
  }

  std::string write_sanitiser(const std::string& name, const std::string& end_of_dropped) const {
    std::string adapter = code();
    const std::string trees = "\"answer\": \"dump\", \"can\": [\"fragment\"]";
    const std::size_t at = adapter.find(trees);
    EXPECT_NE(at, std::string::npos);
    adapter.replace(at, trees.size(), "\"answer\": \"text\", \"can\": []");
    return write(name, adapter, std::string(kSanitiser) + "\nEND = r\"" + end_of_dropped + "\"\n");
  }

  TestFolder home_;
  std::string folder_ = home_.path().string();
};

TEST_F(ReadmeAdapter, HasAtMostFortyLines) {
  const std::string text = code();
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40);
  EXPECT_GT(text.size(), 500U);
}

TEST_F(ReadmeAdapter, PassesWhatItsParserPasses) {
  if (const auto why = missing_program(kPython)) GTEST_SKIP() << *why;
  const auto parser = open_parser(write("tree", code(), kTreePort));
  if (!parser) GTEST_SKIP() << missing_part("needs Debian's python3-html5lib: " + parser.error().what);
  const auto cases = read_dat_folder(HTTPARITY_SOURCE_DIR "/corpus/html/cases");
  ASSERT_TRUE(cases) << cases.error().what;
  const Conformance found = run_conformance(**parser, *cases, false);
  EXPECT_GE(found.passed, 1100U) << "of " << found.cases;
  EXPECT_EQ((*parser)->failure(), "");
}

TEST_F(ReadmeAdapter, ComparesTwoSanitisersByTheBytesThatTheyMake) {
  if (const auto why = missing_program(kPython)) GTEST_SKIP() << *why;
  FuzzOptions options;
  options.reference = write_sanitiser("reference", "</(script|style)");
  options.port = write_sanitiser("port", "</");  // the planted fault: any end tag ends what is dropped
  options.corpus = HTTPARITY_SOURCE_DIR "/corpus/html";
  options.runs = 12000;
  const auto run = fuzz_html(options);
  ASSERT_TRUE(run) << run.error().what;
  const RunResult result = fuzz_report(*run, options);
  ASSERT_FALSE(run->findings.empty()) << render_text(result, {});
  EXPECT_EQ(exit_status(result), ExitStatus::kDifferences);
  for (const Finding& finding : run->findings) {
    EXPECT_EQ(finding.kind, VerdictKind::kText);
    EXPECT_LE(finding.minimal.data.size(), 20U) << finding.minimal.data;
    EXPECT_NE(finding.minimal.data.find("</"), std::string::npos) << finding.minimal.data;
    EXPECT_EQ(finding.unstable, "");
  }

  // The ledger knows what a person has read.
  std::string entries;
  for (const Finding& finding : run->findings) {
    entries += fmt::format(
        R"({}{{"id": "{}", "reference": "port", "port": "port", "side": "port", "input": "{}", "keys": ["{}"],
            "standard": "ours", "why": "planted", "opened": "2026-11-30", "until": "9999-12-31"}})",
        entries.empty() ? "" : ", ", finding.id, finding.minimal.data, finding.key);
  }
  options.ledger = folder_ + "/ledger.json";
  ASSERT_TRUE(write_file(options.ledger, R"({"httparity_ledger": 1, "entries": [)" + entries + "]}"));
  const auto again = fuzz_html(options);
  ASSERT_TRUE(again) << again.error().what;
  const RunResult known = fuzz_report(*again, options);
  EXPECT_EQ(exit_status(known), ExitStatus::kParity) << render_text(known, {});
}

TEST_F(ReadmeAdapter, ASanitiserAgreesWithItself) {
  if (const auto why = missing_program(kPython)) GTEST_SKIP() << *why;
  FuzzOptions options;
  options.reference = write_sanitiser("reference", "</(script|style)");
  options.port = options.reference;
  options.engines = {"sweep", "swarm"};
  options.runs = 3000;
  const auto run = fuzz_html(options);
  ASSERT_TRUE(run) << run.error().what;
  EXPECT_GT(run->cases(), 2000U);
  EXPECT_EQ(run->differences(), 0U);
}

}  // namespace
}  // namespace httparity::html
