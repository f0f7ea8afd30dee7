#include "report/replay.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace httparity {
namespace {

/// What a shell makes of `word`.
std::string through_shell(const std::string& word) {
  FILE* script = std::fopen((testing::TempDir() + "/quote.sh").c_str(), "w");
  std::fprintf(script, "printf %%s %s", word.c_str());
  std::fclose(script);
  FILE* shell = popen(("bash " + testing::TempDir() + "/quote.sh").c_str(), "r");
  std::string out;
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) out += static_cast<char>(c);
  pclose(shell);
  return out;
}

TEST(ShellQuote, AShellReadsBackTheSameBytes) {
  for (const std::string& word : {std::string("plain"), std::string(), std::string("a b"), std::string("it's"),
                                  std::string("$HOME `id` \\ \""), std::string("\x1b[2J\n\r\t'\\"),
                                  std::string("caf\xc3\xa9"
                                              "1"),
                                  std::string("!*?[]")}) {
    EXPECT_EQ(through_shell(shell_quote(word)), word);
  }
}

TEST(ShellQuote, ItsWordsArePrintableAscii) {
  for (int c = 1; c < 256; ++c) {
    for (const char written : shell_quote(std::string(1, static_cast<char>(c)))) {
      EXPECT_TRUE(written >= 0x20 && written < 0x7f) << c;
    }
  }
}

TEST(ReplayCommand, NamesContractScenarioVariantStepAndTargets) {
  Envelope envelope;
  envelope.command = "verify";
  envelope.replay = {"--reference", "nginx", "--port", "http://127.0.0.1:8080"};
  ScenarioResult scenario;
  scenario.contract = "contracts/static/contract.json";
  scenario.name = "why *?";
  scenario.variant = "chrome,gzip";
  StepResult step;
  step.name = "first";
  EXPECT_EQ(replay_command(envelope, scenario, step),
            "httparity verify contracts/static/contract.json --only 'why \\*\\?/chrome,gzip' --step first "
            "--reference nginx --port http://127.0.0.1:8080");
}

}  // namespace
}  // namespace httparity
