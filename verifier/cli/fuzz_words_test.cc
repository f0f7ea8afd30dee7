#include "cli/fuzz_words.h"

#include <gtest/gtest.h>

#include "cli/command_line.h"
#include "cli/fuzz_again.h"

namespace httparity {
namespace {

FuzzRequest request_of(const std::vector<std::string>& words) {
  const ParsedCommandLine parsed = parse_command_line(words);
  EXPECT_TRUE(parsed.line) << parsed.text;
  return parsed.line ? parsed.line->fuzz : FuzzRequest{};
}

TEST(FuzzWords, TakeARunWithItsBudget) {
  const FuzzRequest request = request_of(
      {"fuzz", "html", "--port", "java -jar port.jar", "--time", "8h", "--engine", "sweep,tokens", "--out", "o"});
  EXPECT_EQ(request.action, "html");
  EXPECT_EQ(request.options.reference, "html5ever");
  EXPECT_EQ(request.options.port, "java -jar port.jar");
  EXPECT_EQ(request.options.time, std::chrono::hours(8));
  EXPECT_EQ(request.options.runs, std::nullopt);
  EXPECT_EQ(request.options.engines, (std::vector<std::string>{"sweep", "tokens"}));
}

TEST(FuzzWords, WithoutABudgetARunHasItsUsualCases) {
  EXPECT_EQ(request_of({"fuzz", "html", "--port", "gumbo"}).options.runs, 180000U);
}

TEST(FuzzWords, AnEmptyWordTurnsCorpusLedgerAndVotesOff) {
  const FuzzRequest request =
      request_of({"fuzz", "html", "--port", "gumbo", "--corpus", "", "--ledger", "", "--vote", ""});
  EXPECT_EQ(request.options.corpus, "");
  EXPECT_EQ(request.options.ledger, "");
  EXPECT_TRUE(request.options.voters.empty());
}

TEST(FuzzWords, ReproLooksWhereRunsUsuallyKeepTheirState) {
  EXPECT_EQ(request_of({"repro", "0123456789ab"}).options.out, "out/html");
  const FuzzRequest elsewhere = request_of({"repro", "0123456789ab", "--out", "x"});
  EXPECT_EQ(elsewhere.action, "repro");
  EXPECT_EQ(elsewhere.options.out, "x");
}

TEST(FuzzWords, OneInputHasNoBudget) {
  EXPECT_EQ(request_of({"fuzz", "minimize", "--port", "x", "--text", "a"}).options.runs, std::nullopt);
}

TEST(FuzzWords, RefuseWhatMakesNoSense) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"fuzz"},
                                                {"fuzz", "html"},
                                                {"fuzz", "html", "--port", "x", "--time", "soon"},
                                                {"fuzz", "html", "--port", "x", "--time", "0s"},
                                                {"fuzz", "html", "--port", "x", "--vote", "parse5,bogus"},
                                                {"fuzz", "html", "--port", "x", "--report", "hdr:x"},
                                                {"fuzz", "minimize", "--port", "x", "--text", "a", "--context", "sv g"},
                                                {"fuzz", "minimize", "--port", "x"},
                                                {"fuzz", "minimize", "--port", "x", "--text", "a", "--file", "b"},
                                                {"fuzz", "merge", "a"},
                                                {"repro"}}) {
    const ParsedCommandLine parsed = parse_command_line(words);
    EXPECT_FALSE(parsed.line);
    EXPECT_EQ(parsed.exit, 2) << parsed.text;
  }
}

TEST(FuzzWords, TheHelpOfAnActionIsItsOwn) {
  EXPECT_NE(parse_command_line({"fuzz", "merge", "--help"}).text.find("folders"), std::string::npos);
}

TEST(FuzzAgain, NamesTheStateWhereThereIsOneElseTheInput) {
  FuzzFinding finding;
  finding.id = "0123456789ab";
  finding.input = "<p>it's";
  finding.context = "svg desc";
  html::FuzzOptions options;
  options.port = "java -jar port.jar";
  EXPECT_EQ(fuzz_again(finding, options),
            "httparity fuzz minimize --reference html5ever --port 'java -jar port.jar' --context 'svg desc' --text "
            "'<p>it'\\''s'");
  options.out = "out/night";
  EXPECT_EQ(fuzz_again(finding, options), "httparity repro 0123456789ab --out out/night");
}

TEST(FuzzAgain, AnInputWithANulGoesAsBase64) {
  FuzzFinding finding;
  finding.input = std::string("a\0b", 3);
  const std::string again = fuzz_again(finding, {});
  EXPECT_NE(again.find("--base64 YQBi"), std::string::npos) << again;
}

}  // namespace
}  // namespace httparity
