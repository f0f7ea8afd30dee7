// Loads of targets that are started here: the machine's history, what is counted under valgrind, files that change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/file.h"
#include "base/test_folder.h"
#include "base/test_support.h"
#include "load/calibration_history.h"
#include "load/load_run.h"
#include "result/exit_status.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;

class StartedTargets : public ::testing::Test {
 protected:
  StartedTargets() {
    fs::copy_file(HTTPARITY_LOAD_ORIGIN, folder_.path() / "origin");
    write("x.contract.json",
          R"({ "httparity": 1, "name": "x", "scenarios": [ { "name": "s", "state": "shared", "steps": [
      { "name": "a", "request": { "method": "GET", "target": "/", "headers": [["Host", "x.test"]] }, "load": {} } ] } ] })");
    write("targets.json", R"({ "httparity_targets": 1, "reference": "plain", "port": "busy", "targets": {
      "plain": { "command": ["./origin", "{tcp_port}"], "url": "http://127.0.0.1:{tcp_port}" },
      "busy": { "command": ["./origin", "{tcp_port}", "50000", "3"], "url": "http://127.0.0.1:{tcp_port}" } } })");
    options_.paths = {folder_.path().string()};
    options_.targets = {"plain"};
    options_.connections = {2};
    options_.warmup = std::chrono::nanoseconds(0);
    options_.requests = 100;
    options_.wait = WaitPolicy::kBlock;
    options_.gates.headroom = 1;
    options_.gates.foreign_cpu = 1;
    options_.transport.settle = std::chrono::milliseconds(5);
  }
  void write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file((folder_.path() / name).string(), text));
  }
  static const LoadResult& found(const RunResult& result) { return std::get<LoadResult>(result.found); }
  static int status(const RunResult& result) { return static_cast<int>(exit_status(result)); }

  TestFolder folder_;
  LoadOptions options_;
};

TEST_F(StartedTargets, TheirProgramIsDigestedBeforeEachRound) {
  const RunResult result = run_load(options_);
  EXPECT_EQ(status(result), 0);
  const auto& files = found(result).targets.at(0).files;
  ASSERT_EQ(files.size(), 2U);
  EXPECT_THAT(files[0].path, HasSubstr("/origin"));
  EXPECT_EQ(files[0].sha256.size(), 64U);
  EXPECT_EQ(files[0].sha256, files[1].sha256);
  EXPECT_EQ(files[1].round, 1U);
}

TEST_F(StartedTargets, AProgramThatIsReplacedBetweenTwoRoundsMakesTheRunVoid) {
  const RunResult result = run_load(options_, [&](const LoadProgress& now) {
    if (now.now != "round 2 of 2: plain starts") return;
    // One byte behind its end: it runs as before, and isn't the same.
    fs::copy_file(folder_.path() / "origin", folder_.path() / "new");
    std::ofstream(folder_.path() / "new", std::ios::app) << 'x';
    fs::rename(folder_.path() / "new", folder_.path() / "origin");
  });
  EXPECT_EQ(status(result), 4);
  EXPECT_THAT(void_reasons(found(result)), Contains(HasSubstr("/origin in round 2 is another file than in round 1")));
}

TEST_F(StartedTargets, ACalibrationIsHeldAgainstThoseBeforeAndKept) {
  if (!uring_is_available()) GTEST_SKIP() << missing_part("needs io_uring, which this kernel has not or forbids");
  options_.gates.headroom = 0.99;
  options_.history = (folder_.path() / "state" / "calibrations.json").string();
  const RunResult first = run_load(options_);
  ASSERT_TRUE(found(first).steps.at(0).client_capacity);
  EXPECT_TRUE(found(first).steps[0].capacity_before.empty());
  auto history = read_calibrations(options_.history);
  ASSERT_TRUE(history) << history.error().what;
  ASSERT_EQ(history->size(), 1U);
  EXPECT_EQ(history->begin()->second, std::vector<double>{*found(first).steps[0].client_capacity});

  // A machine that was a hundred times as fast.
  for (int i = 0; i < 8; ++i)
    add_calibration(*history, history->begin()->first, 100 * *found(first).steps[0].client_capacity);
  ASSERT_TRUE(write_calibrations(options_.history, *history));
  const RunResult second = run_load(options_);
  EXPECT_EQ(status(second), 4);
  EXPECT_EQ(found(second).steps.at(0).capacity_before.size(), 9U);
  EXPECT_THAT(void_reasons(found(second)), Contains(HasSubstr("the median of 9 earlier calibrations")));
}

TEST_F(StartedTargets, InstructionsAndAllocationsArePerRequest) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  GTEST_SKIP() << "needs a processor whose loop of two instructions is known here";
#endif
  if (std::system("command -v valgrind > /dev/null 2>&1") != 0) GTEST_SKIP() << missing_part("needs valgrind");
  options_.targets = {"busy"};
  options_.count_requests = 50;
  const RunResult result = run_load(options_);
  ASSERT_EQ(found(result).instructions.size(), 1U);
  const LoadInstructions& one = found(result).instructions[0];
  EXPECT_EQ(one.refused, "");
  EXPECT_EQ(status(result), 0);
  // 50,000 rounds of two instructions, and what it takes to receive and to send.
  EXPECT_GT(one.instructions_per_request(), 100'000);
  EXPECT_LT(one.instructions_per_request(), 110'000);
  EXPECT_NEAR(one.allocations_per_request(), 3, 0.3);
  EXPECT_NEAR(one.allocated_bytes_per_request(), 3 * 64, 20);
}

TEST_F(StartedTargets, WhatIsNotStartedHereCantBeCounted) {
  options_.targets = {"http://127.0.0.1:1"};
  options_.count_requests = 50;
  const RunResult result = run_load(options_);
  EXPECT_EQ(status(result), 3);
  EXPECT_THAT(found(result).instructions.at(0).refused, HasSubstr("name it in targets.json"));
}

}  // namespace
}  // namespace httparity
