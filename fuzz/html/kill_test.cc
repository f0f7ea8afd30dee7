// kill -9 at any moment: what was saved goes on, at most a slice is done twice, and nothing is found twice.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/test_folder.h"
#include "fuzz/html/checkpoint.h"
#include "fuzz/html/dat.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/rng.h"
#include "result/exit_status.h"

namespace httparity::html {
namespace {

constexpr int kKills = 20;
constexpr std::uint64_t kRuns = 400000;
constexpr std::uint64_t kSlice = 8192;

class Killed : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<DatCase> cases = {{"", "<p>a<nobr>b</table>c", {}, std::nullopt, "| \"x\"\n"}};
    ASSERT_TRUE(write_file(folder_ + "/suite.dat", write_dat(cases)));
    ASSERT_TRUE(write_file(folder_ + "/count", std::string(sizeof(unsigned long), '\0')));
  }

  FuzzOptions options_of(const std::string& out) const {
    FuzzOptions options;
    options.reference = std::string(HTTPARITY_TEST_ADAPTER);
    options.port = std::string(HTTPARITY_TEST_ADAPTER) + ":port";
    options.suites = {folder_};
    options.engines = {"tokens", "swarm"};
    options.runs = kRuns;
    options.out = folder_ + "/" + out;
    return options;
  }

  static std::uint64_t cases_done(const std::string& out) {
    const auto text = read_file(out + "/state.json", 1U << 26U);
    if (!text) return 0;
    const auto state = parse_checkpoint(*text, "state.json");
    EXPECT_TRUE(state) << state.error().what;
    std::uint64_t done = 0;
    for (const EngineReport& engine : state->engines) done += engine.next;
    return done;
  }

  /// Runs in a process of its own, until it has done `enough` more than before: then it is killed.
  void run_and_kill(const FuzzOptions& options, std::uint64_t enough) {
    const std::uint64_t before = cases_done(options.out);
    const pid_t pid = ::fork();
    if (pid == 0) {
      const auto result = fuzz_html(options);
      ::_exit(result ? static_cast<int>(exit_status(fuzz_report(*result, options))) : 2);
    }
    ASSERT_GT(pid, 0);
    constexpr std::chrono::seconds kLimit{60};
    const auto deadline = std::chrono::steady_clock::now() + kLimit;
    int status = 0;
    while (std::chrono::steady_clock::now() < deadline && cases_done(options.out) < before + enough) {
      if (::waitpid(pid, &status, WNOHANG) == pid) return;  // it was done first
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::kill(pid, SIGKILL);
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it was done first";
    ++kills_;
  }

  unsigned long counted() const {
    const auto bytes = read_file(folder_ + "/count", 64);
    unsigned long count = 0;
    if (bytes && bytes->size() == sizeof count) std::memcpy(&count, bytes->data(), sizeof count);
    return count;
  }

  TestFolder home_;
  std::string folder_ = home_.path().string();
  int kills_ = 0;
};

TEST_F(Killed, TwentyTimesARunComesToTheSameAndFindsNothingTwice) {
  const FuzzOptions options = options_of("killed");
  Rng rng(1);
  for (int i = 0; i < kKills; ++i) run_and_kill(options, 1 + rng.below(2 * kSlice));
  EXPECT_EQ(kills_, kKills);
  const auto killed = fuzz_html(options);
  ASSERT_TRUE(killed) << killed.error().what;
  const auto whole = fuzz_html(options_of("whole"));
  ASSERT_TRUE(whole) << whole.error().what;
  EXPECT_EQ(killed->cases(), whole->cases());
  EXPECT_EQ(killed->differences(), whole->differences());
  ASSERT_EQ(killed->findings.size(), whole->findings.size());
  for (std::size_t i = 0; i < whole->findings.size(); ++i) {
    EXPECT_EQ(killed->findings[i].id, whole->findings[i].id);
    EXPECT_EQ(killed->findings[i].count, whole->findings[i].count);
    EXPECT_EQ(killed->findings[i].raw_signatures, whole->findings[i].raw_signatures);
  }
}

TEST_F(Killed, TwentyTimesARunDoesAtMostASliceAgainEachTime) {
  FuzzOptions options = options_of("killed");
  options.port = fmt::format("{}:count={}/count", HTTPARITY_TEST_ADAPTER, folder_);
  Rng rng(2);
  for (int i = 0; i < kKills; ++i) run_and_kill(options, 1 + rng.below(2 * kSlice));
  EXPECT_EQ(kills_, kKills);
  const auto killed = fuzz_html(options);
  ASSERT_TRUE(killed) << killed.error().what;
  EXPECT_EQ(killed->cases(), kRuns);
  EXPECT_GE(counted(), kRuns);
  EXPECT_LE(counted() - kRuns, kKills * kSlice);
}

TEST_F(Killed, WhatIsDoneBehindASliceInWorkIsNotDoneAgain) {
  // The first slice hangs; the other worker does all that is behind it.
  std::vector<DatCase> cases(3 * kSlice, {"", "fine", {}, std::nullopt, "| \"x\"\n"});
  cases[0].data = "hang!";
  ASSERT_TRUE(write_file(folder_ + "/suite.dat", write_dat(cases)));
  FuzzOptions options = options_of("killed");
  options.engines = {"corpus"};
  options.jobs = 2;
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(fuzz_html(options) ? 0 : 2);
  ASSERT_GT(pid, 0);
  constexpr std::chrono::seconds kLimit{20};
  const auto deadline = std::chrono::steady_clock::now() + kLimit;
  std::size_t waiting = 0;
  while (std::chrono::steady_clock::now() < deadline && waiting < 2) {
    const auto state = read_checkpoint(state_path(options.out));
    waiting = state ? state->waiting.size() : 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(pid, SIGKILL);
  ASSERT_EQ(::waitpid(pid, nullptr, 0), pid);
  EXPECT_EQ(waiting, 2U);
  options.port = fmt::format("{}:count={}/count", HTTPARITY_TEST_ADAPTER, folder_);
  const auto rest = fuzz_html(options);
  ASSERT_TRUE(rest) << rest.error().what;
  EXPECT_EQ(rest->cases(), 3 * kSlice);
  EXPECT_EQ(counted(), kSlice);
}

}  // namespace
}  // namespace httparity::html
