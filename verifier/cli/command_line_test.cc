#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ParseCommandLine, ReadsWhatVerifyNeeds) {
  const auto parsed = parse_command_line({"verify",
                                          "contracts/static",
                                          "more",
                                          "--reference",
                                          "nginx",
                                          "--port",
                                          "http://127.0.0.1:1",
                                          "--only",
                                          "a*",
                                          "--only",
                                          "b",
                                          "--seed",
                                          "7",
                                          "--jobs",
                                          "3",
                                          "--shard",
                                          "2/5",
                                          "--time",
                                          "idle=5",
                                          "--limit",
                                          "fields=9",
                                          "--settle",
                                          "0",
                                          "--report",
                                          "json:out.json",
                                          "--report",
                                          "text"});
  ASSERT_TRUE(parsed.line) << parsed.text;
  const VerifyOptions& options = parsed.line->options;
  EXPECT_EQ(parsed.line->command, "verify");
  EXPECT_THAT(options.paths, ElementsAre("contracts/static", "more"));
  EXPECT_EQ(options.reference, "nginx");
  EXPECT_EQ(options.port, "http://127.0.0.1:1");
  EXPECT_THAT(options.selection.only, ElementsAre("a*", "b"));
  EXPECT_EQ(options.selection.shard, (Shard{2, 5}));
  EXPECT_EQ(options.seed, 7u);
  EXPECT_EQ(options.jobs, 3u);
  EXPECT_EQ(options.transport.time.idle.count(), 5);
  EXPECT_EQ(options.transport.limits.fields, 9u);
  EXPECT_EQ(options.transport.settle.count(), 0);
  EXPECT_EQ(options.against, Against::kReference);
  ASSERT_EQ(parsed.line->reports.size(), 2u);
  EXPECT_EQ(parsed.line->reports[0].path, "out.json");
  EXPECT_EQ(parsed.line->reports[1].path, "");
}

TEST(ParseCommandLine, EveryUsageErrorIsStatusTwo) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {},
           {"nothing"},
           {"verify"},
           {"verify", "x", "--nope"},
           {"verify", "x", "--jobs", "many"},
           {"verify", "x", "--jobs", "-1"},
           {"verify", "x", "--shard", "3/2"},
           {"verify", "x", "--limit", "fields"},
           {"verify", "x", "--limit", "felds=1"},
           {"verify", "x", "--time", "idle=0"},
           {"verify", "x", "--report", "pdf"},
           {"verify", "x", "--report", "json", "--report", "junit"},
           {"verify", "x", "--report", "json:out", "--report", "junit:./out"},
           {"verify", "x", "--recorded", "--three-ways"},
           {"verify", "x", "--repeat", "0"},
           {"lint"},
       }) {
    const auto parsed = parse_command_line(words);
    EXPECT_FALSE(parsed.line) << testing::PrintToString(words);
    EXPECT_EQ(parsed.exit, 2) << testing::PrintToString(words);
    EXPECT_FALSE(parsed.text.empty());
  }
}

TEST(ParseCommandLine, HelpNamesEveryOptionAndIsStatusZero) {
  const auto help = parse_command_line({"verify", "--help"});
  EXPECT_EQ(help.exit, 0);
  for (const char* option : {"--reference", "--port",     "--recorded",        "--three-ways",     "--only",
                             "--skip",      "--step",     "--shard",           "--jobs",           "--repeat",
                             "--seed",      "--in-order", "--fail-fast",       "--sentinel",       "--ci",
                             "--settle",    "--time",     "--limit",           "--cacert",         "--insecure",
                             "--report",    "--color",    "head-bytes=262144", "first-byte=10000", "junit"}) {
    EXPECT_THAT(help.text, HasSubstr(option));
  }
  EXPECT_THAT(parse_command_line({"--help"}).text, HasSubstr("verify"));
}

TEST(ParseCommandLine, TheHelpIsTheSameOnEveryMachine) {
  EXPECT_EQ(parse_command_line({"verify", "--help"}).text, parse_command_line({"verify", "--help"}).text);
}

TEST(ParseCommandLine, SelfIsTheReferenceAgainstItself) {
  EXPECT_EQ(parse_command_line({"self", "x"}).line->options.against, Against::kItself);
  EXPECT_EQ(parse_command_line({"verify", "x", "--recorded"}).line->options.against, Against::kRecording);
  EXPECT_EQ(parse_command_line({"verify", "x", "--three-ways"}).line->options.against, Against::kBoth);
}

}  // namespace
}  // namespace httparity
