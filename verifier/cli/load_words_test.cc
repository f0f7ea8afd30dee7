#include "cli/load_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

ParsedCommandLine parse(std::vector<std::string> words) {
  words.insert(words.begin(), {"load", "suite"});
  return parse_command_line(words);
}

TEST(LoadWords, OptionsArriveInTheirFields) {
  const auto parsed = parse(
      {"--targets",    "nginx,caddy", "--connections", "1,64",       "--rate",     "1000,2000", "--arrivals", "poisson",
       "--duration",   "300ms",       "--warmup",      "2s",         "--rounds",   "6",         "--engine",   "epoll",
       "--wait",       "spin",        "--threshold",   "p99=20ms",   "--headroom", "90%",       "--drift",    "0.1",
       "--max-errors", "3",           "--search",      "--pipeline", "4",          "--seed",    "7"});
  ASSERT_TRUE(parsed.line) << parsed.text;
  const LoadOptions& load = parsed.line->load;
  EXPECT_EQ(load.paths, std::vector<std::string>{"suite"});
  EXPECT_EQ(load.targets, (std::vector<std::string>{"nginx", "caddy"}));
  EXPECT_EQ(load.connections, (std::vector<std::size_t>{1, 64}));
  EXPECT_EQ(load.rates, (std::vector<double>{1000, 2000}));
  EXPECT_EQ(load.arrivals, Arrivals::Process::kPoisson);
  EXPECT_EQ(load.duration, std::chrono::milliseconds(300));
  EXPECT_EQ(load.warmup, std::chrono::seconds(2));
  EXPECT_EQ(load.rounds, 6U);
  EXPECT_EQ(load.engine, EngineKind::kEpoll);
  EXPECT_EQ(load.wait, WaitPolicy::kSpin);
  EXPECT_EQ(load.depth, 4U);
  EXPECT_EQ(load.seed, 7U);
  EXPECT_DOUBLE_EQ(load.gates.headroom, 0.9);
  EXPECT_DOUBLE_EQ(load.gates.drift, 0.1);
  EXPECT_EQ(load.gates.max_errors, 3U);
  EXPECT_TRUE(load.gates.search);
  ASSERT_EQ(load.gates.thresholds.size(), 1U);
}

TEST(LoadWords, StepsAndProfilesArriveInTheirFields) {
  const auto parsed = parse({"--steps", "rate=1k..2k x2", "--profile", "writers=200/s,4", "--max-errors", "0.5%"});
  ASSERT_TRUE(parsed.line) << parsed.text;
  EXPECT_EQ(parsed.line->load.rates, (std::vector<double>{1000, 2000}));
  EXPECT_EQ(parsed.line->load.profiles, (std::vector<ProfileRate>{{"writers", 200, 4}}));
  EXPECT_DOUBLE_EQ(parsed.line->load.gates.max_error_share, 0.005);
  EXPECT_EQ(parse({"--steps", "conns=1,4"}).line->load.connections, (std::vector<std::size_t>{1, 4}));
}

TEST(LoadWords, ReferenceAndPortAreTheTwoTargets) {
  const auto parsed = parse({"--reference", "a", "--port", "b"});
  ASSERT_TRUE(parsed.line);
  EXPECT_EQ(parsed.line->load.targets, (std::vector<std::string>{"a", "b"}));
}

TEST(LoadWords, APartIsNoMoreThanTheWhole) {
  for (const std::string option : {"--drift", "--headroom", "--history", "--max-errors"}) {
    EXPECT_TRUE(parse({option, "100%"}).line) << option;
    EXPECT_THAT(parse({option, "101%"}).text, HasSubstr(option + " 101%: is too large: at most 100%"));
    EXPECT_FALSE(parse({option, "-1%"}).line) << option;
    EXPECT_FALSE(parse({option, "nan%"}).line) << option;
  }
}

TEST(LoadWords, WhatDoesNotParseIsAUsageErrorThatNamesTheOption) {
  const std::vector<std::vector<std::string>> cases = {
      {"--connections", "0"}, {"--duration", "5"},      {"--warmup", "x"},        {"--threshold", "p99<20ms"},
      {"--drift", "five"},    {"--headroom", "-1%"},    {"--server-cpus", "9-"},  {"--client-cpus", "99999"},
      {"--rate", "fast"},     {"--steps", "rate=1k.."}, {"--profile", "writers"}, {"--max-errors", "200%"},
      {"--max-errors", "-1"}, {"--port", "b"},          {"--engine", "select"},   {"--rounds", "0"}};
  for (const auto& words : cases) {
    const auto parsed = parse(words);
    EXPECT_FALSE(parsed.line) << words[0];
    EXPECT_EQ(parsed.exit, 2) << words[0];
    EXPECT_THAT(parsed.text, HasSubstr(words[0]));
  }
}

TEST(LoadWords, WhatIsTooLargeNamesTheOptionAndTheMost) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--connections", "2000000"}, "--connections: 2000000 is too large: at most 1000000"},
      {{"--duration", "1e9s"}, "--duration: \"1e9s\" is too long: at most 277h"},
      {{"--rate", "1e9"}, "--rate: \"1e9\" is too large: at most 100000000 per second"},
      {{"--max-errors", "200%"}, "--max-errors 200%: is too large: at most 100%"},
      {{"--max-errors", "99999999999999999999"}, "is too large: at most 18446744073709551615"},
      {{"--seed", "99999999999999999999"}, "--seed: Value 99999999999999999999 not in range"}};
  for (const auto& [words, why] : cases) {
    const auto parsed = parse(words);
    EXPECT_EQ(parsed.exit, 2) << words[0];
    EXPECT_THAT(parsed.text, HasSubstr(why));
  }
}

}  // namespace
}  // namespace httparity
