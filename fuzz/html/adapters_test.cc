// Every shipped adapter, driven as a run drives it: found beside the program, asked in batches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/test_folder.h"
#include "base/test_support.h"
#include "fuzz/html/conformance.h"
#include "fuzz/html/dump.h"
#include "fuzz/html/open_parser.h"

namespace httparity::html {
namespace {

struct Shipped {
  const char* name;
  /// How many of the project's own cases, which hold html5ever's trees, it answers as html5ever does, at least.
  std::size_t agrees;
};

void PrintTo(const Shipped& one, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's name
  *out << one.name;
}

HtmlCase document(std::string data, bool scripting = false) {
  return {std::move(data), {}, scripting, false};
}

HtmlCase fragment(std::string data, Context context) {
  return {std::move(data), std::move(context), false, false};
}

class ShippedAdapter : public testing::TestWithParam<Shipped> {
 protected:
  void SetUp() override {
    auto parser = open_parser(GetParam().name);
    if (!parser)
      GTEST_SKIP() << missing_part(fmt::format("needs the adapter {}: {}", GetParam().name, parser.error().what));
    parser_ = *std::move(parser);
  }

  std::string tree_of(const HtmlCase& input) {
    const Answer answer = parse_one(*parser_, input);
    if (answer.outcome != Outcome::kParsed) return std::string(to_string(answer.outcome));
    return answer.form == AnswerForm::kTape ? dump_tree(answer.bytes) : answer.bytes;
  }

  std::unique_ptr<Parser> parser_;
};

TEST_P(ShippedAdapter, TellsADocument) {
  EXPECT_EQ(parser_->info().name, GetParam().name);
  EXPECT_FALSE(parser_->info().version.empty());
  EXPECT_EQ(tree_of(document(
                "<!DOCTYPE html><title>&eacute;</title><p id=b class=\"a&quot;\">x<!--c--><br>\xf0\x9f\x98\x80")),
            "| <!DOCTYPE html>\n"
            "| <html>\n"
            "|   <head>\n"
            "|     <title>\n"
            "|       \"\xc3\xa9\"\n"
            "|   <body>\n"
            "|     <p>\n"
            "|       class=\"a\"\"\n"
            "|       id=\"b\"\n"
            "|       \"x\"\n"
            "|       <!-- c -->\n"
            "|       <br>\n"
            "|       \"\xf0\x9f\x98\x80\"\n");
}

TEST_P(ShippedAdapter, TellsAFragmentInItsContext) {
  EXPECT_EQ(tree_of(fragment("<tr>x</td><b>y", {HP_HTML_NS_HTML, "td"})), "| \"x\"\n| <b>\n|   \"y\"\n");
}

TEST_P(ShippedAdapter, SaysWhichCasesItCantDo) {
  EXPECT_EQ(parse_one(*parser_, document("<noscript><p>x", true)).outcome,
            parser_->info().scripting ? Outcome::kParsed : Outcome::kUnsupported);
  EXPECT_EQ(parse_one(*parser_, fragment("<b>x", {HP_HTML_NS_SVG, "desc"})).outcome,
            parser_->info().foreign_fragments ? Outcome::kParsed : Outcome::kUnsupported);
}

TEST_P(ShippedAdapter, AnswersTwoBatchesInFlightInTheirOrder) {
  std::vector<HtmlCase> first(Parser::kBatch);
  std::vector<HtmlCase> second(Parser::kBatch);
  for (std::size_t i = 0; i < Parser::kBatch; ++i) {
    first[i].data = fmt::format("<p>first {}", i);
    second[i].data = fmt::format("<p>second {}", i);
  }
  parser_->submit(first);
  parser_->submit(second);
  for (const char* batch : {"first", "second"}) {
    std::vector<Answer> answers;
    parser_->collect(answers);
    ASSERT_EQ(answers.size(), Parser::kBatch);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_NE(answers[i].bytes.find(fmt::format("{} {}", batch, i)), std::string::npos) << batch << i;
    }
  }
}

TEST_P(ShippedAdapter, LivesThroughDeepTreesAndOddBytes) {
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<b>";
  EXPECT_NE(parse_one(*parser_, document(deep)).outcome, Outcome::kUnsupported);
  for (const std::string& input : {std::string("<p>\0<a\0=\0>\0", 11), std::string("&#0;&#xD800;&#x110000;"),
                                   std::string("<!--\r\n--!><![CDATA[\xef\xbf\xbf")}) {
    EXPECT_EQ(parse_one(*parser_, document(input)).outcome, Outcome::kParsed) << input;
  }
  EXPECT_EQ(parser_->failure(), "");
}

TEST_P(ShippedAdapter, AgreesWithTheReferenceOnTheProjectsOwnCases) {
  const auto cases = read_dat_folder(HTTPARITY_SOURCE_DIR "/corpus/html/cases");
  ASSERT_TRUE(cases) << cases.error().what;
  const Conformance found = run_conformance(*parser_, *cases, false);
  EXPECT_GE(found.passed, GetParam().agrees) << "of " << found.cases;
}

INSTANTIATE_TEST_SUITE_P(All, ShippedAdapter,
                         testing::Values(Shipped{"html5ever", 1344}, Shipped{"gumbo", 1321}, Shipped{"parse5", 1323},
                                         Shipped{"html5lib", 1218}, Shipped{"chromium", 1290}, Shipped{"jsoup", 940}),
                         [](const auto& shipped) { return std::string(shipped.param.name); });

/// The files of a program in Java as an archive that runs by itself.
class JavaArchive {
 public:
  JavaArchive() {
    EXPECT_TRUE(write_file(folder_ + "/manifest", "Main-Class: Adapter\nClass-Path: file:/usr/share/java/jsoup.jar\n"));
    const std::string make =
        fmt::format("jar cfm {0}/port.jar {0}/manifest -C {1}/jsoup .", folder_, adapters_folder());
    EXPECT_EQ(std::system(make.c_str()), 0) << make;
  }
  std::string command() const { return fmt::format("java -Xss64m -jar {}/port.jar", folder_); }

 private:
  TestFolder home_;
  std::string folder_ = home_.path().string();
};

// The build has a folder fuzz/html/faults of its own, without the list.
TEST(FindNearProgram, TheListOfFaultsIsFoundWhereTheCorpusIs) {
  const std::string corpus = find_near_program("corpus/html");
  if (corpus.empty()) GTEST_SKIP() << "the build folder isn't in the source tree";
  EXPECT_TRUE(is_file(find_near_program("fuzz/html/faults/faults.list")));
  EXPECT_EQ(find_near_program("fuzz/html/faults/none.list"), "");
}

TEST(CommandLinePort, AJavaArchiveIsAPortLikeAnyOther) {
  if (const auto why = missing_program("jar")) GTEST_SKIP() << *why;
  const auto shipped = open_parser("jsoup");
  if (!shipped) GTEST_SKIP() << missing_part("needs the adapter jsoup: " + shipped.error().what);
  const JavaArchive archive;
  const auto port = open_parser(archive.command());
  ASSERT_TRUE(port) << port.error().what;
  const auto cases = read_dat_folder(HTTPARITY_SOURCE_DIR "/corpus/html/cases");
  ASSERT_TRUE(cases) << cases.error().what;
  EXPECT_EQ(run_conformance(**port, *cases, false).failed, run_conformance(**shipped, *cases, false).failed);
}

TEST(BytesOf, AnyParserOfTreesIsTheStandardsSerialisationOfThem) {
  const auto bytes = open_parser("bytes:gumbo");
  if (!bytes) GTEST_SKIP() << missing_part("needs the adapter gumbo: " + bytes.error().what);
  EXPECT_EQ((*bytes)->info().name, "bytes:gumbo");
  const Answer answer = parse_one(**bytes, fragment("<b z=1 a='<'>&lt;<br></b>\xc2\xa0", {HP_HTML_NS_HTML, "td"}));
  EXPECT_EQ(answer.form, AnswerForm::kText);
  EXPECT_EQ(answer.bytes, "<b z=\"1\" a=\"&lt;\">&lt;<br></b>&nbsp;");
}

TEST(BytesOf, AParserThatAnswersWithDumpsHasNone) {
  const auto bytes = open_parser("bytes:jsoup");
  if (!bytes) GTEST_SKIP() << missing_part("needs the adapter jsoup: " + bytes.error().what);
  EXPECT_EQ(parse_one(**bytes, document("x")).outcome, Outcome::kUnsupported);
}

TEST(BytesOf, ASerialiserOfItsOwnIsHeldToThem) {
  const auto oracle = open_parser("bytes:parse5");
  if (!oracle) GTEST_SKIP() << missing_part("needs the adapter parse5: " + oracle.error().what);
  const auto own = open_parser("parse5-serialise");
  ASSERT_TRUE(own) << own.error().what;
  for (const char* html : {"<p>x", "<b z=1 a='\"'>&amp;<br>", "<svg xlink:href=x><desc></svg>",
                           "<template><tr></template>", "<!doctype html><!--c--><style><</style>"}) {
    EXPECT_EQ(parse_one(**own, document(html)).bytes, parse_one(**oracle, document(html)).bytes) << html;
  }
}

}  // namespace
}  // namespace httparity::html
