#include "target/process_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <thread>

#include "base/test_folder.h"
#include "target/command.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

/// A shell script under a keeper.
ProcessPlan shell(const std::string& script, const TestFolder& folder) {
  ProcessPlan plan;
  plan.arguments = {"sh", "-c", script};
  plan.folder = folder.path();
  plan.stop_deadline = milliseconds(300);
  return plan;
}

/// Waits until the program has written a whole line to `file`, and returns it without its end; empty after 20 s.
std::string wait_for_line(const std::filesystem::path& file) {
  for (int i = 0; i < 2000; ++i) {
    std::ifstream in(file);
    std::string line;
    if (std::getline(in, line) && !in.eof()) return line;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return {};
}

bool is_there(const std::string& pid) {
  return ::kill(std::stoi(pid), 0) == 0;
}

TEST(ProcessTree, TellsHowItsProgramEnded) {
  const TestFolder folder;
  auto process = ProcessTree::start(shell("echo said; echo loud >&2; exit 3", folder));
  ASSERT_TRUE(process) << process.error().what;
  const auto ended = process->ended(milliseconds(10'000));
  ASSERT_TRUE(ended);
  EXPECT_EQ(describe_wait_status(*ended), "exit status 3");
  EXPECT_EQ(process->stop(), StopOutcome{});
  EXPECT_EQ(process->output(), "said\nloud\n");
}

TEST(ProcessTree, StopsByItsSignal) {
  const TestFolder folder;
  auto process =
      ProcessTree::start(shell("trap 'echo ended; exit 0' TERM; echo $$ > pid; while :; do sleep 0.01; done", folder));
  ASSERT_TRUE(process);
  const std::string pid = wait_for_line(folder.path() / "pid");
  EXPECT_FALSE(process->ended());
  EXPECT_FALSE(process->stop().deadline_missed);
  EXPECT_TRUE(process->output().ends_with("ended\n")) << process->output();
  EXPECT_FALSE(is_there(pid));
}

TEST(ProcessTree, KillsWhatIgnoresItsSignal) {
  const TestFolder folder;
  auto process = ProcessTree::start(shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done", folder));
  ASSERT_TRUE(process);
  const std::string pid = wait_for_line(folder.path() / "pid");
  EXPECT_TRUE(process->stop().deadline_missed);
  EXPECT_FALSE(is_there(pid));
}

TEST(ProcessTree, LeavesNoGrandchildInASessionOfItsOwn) {
  const TestFolder folder;
  const std::string escape = "(setsid sh -c 'trap \"\" TERM HUP; echo $$ > pid; while :; do sleep 0.01; done' &) ; ";
  auto alive = ProcessTree::start(shell(escape + "while :; do sleep 0.01; done", folder));
  ASSERT_TRUE(alive);
  const std::string pid = wait_for_line(folder.path() / "pid");
  EXPECT_TRUE(is_there(pid));
  EXPECT_TRUE(alive->stop().had_leftovers);
  EXPECT_FALSE(is_there(pid));
}

TEST(ProcessTree, LeavesNothingWhenItsOwnerDiesByAnySignal) {
  const TestFolder folder;
  const pid_t owner = ::fork();
  if (owner == 0) {
    auto process = ProcessTree::start(shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done", folder));
    while (true) ::pause();
  }
  const std::string pid = wait_for_line(folder.path() / "pid");
  ASSERT_NE(pid, "");
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  bool gone = false;
  for (int i = 0; i < 2000 && !gone; ++i) {
    gone = !is_there(pid);
    if (!gone) std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_TRUE(gone);
}

TEST(ProcessTree, AFloodOfOutputIsDrainedAndItsEndKept) {
  const TestFolder folder;
  auto process = ProcessTree::start(shell("head -c 50000000 /dev/zero | tr '\\0' x; echo the end", folder));
  ASSERT_TRUE(process);
  EXPECT_TRUE(process->ended(milliseconds(60'000)));
  process->stop();
  EXPECT_EQ(process->output().size(), 64U * 1024);
  EXPECT_TRUE(process->output().ends_with("xthe end\n"));
}

TEST(ProcessTree, SaysWhatCouldNotBeStarted) {
  const TestFolder folder;
  ProcessPlan plan;
  plan.folder = folder.path();
  EXPECT_FALSE(ProcessTree::start(plan));
  plan.arguments = {"no-such-program-anywhere"};
  EXPECT_THAT(ProcessTree::start(plan).error().what, HasSubstr("not found in PATH"));
  plan.arguments = {"./not-there"};
  EXPECT_THAT(ProcessTree::start(plan).error().what, HasSubstr("No such file"));
  plan.arguments = {"true"};
  plan.folder = folder.path() / "none";
  EXPECT_THAT(ProcessTree::start(plan).error().what, HasSubstr("working directory"));
}

TEST(RunCommand, GivesStatusOutputEnvironmentAndFolder) {
  const TestFolder folder;
  const auto end = run_command({{"sh", "-c", "echo $WORD; pwd; exit 4"}, {{"WORD", "set"}}, folder.path()});
  ASSERT_TRUE(end) << end.error().what;
  EXPECT_EQ(end->exit_status, 4);
  EXPECT_EQ(end->output, "set\n" + std::filesystem::canonical(folder.path()).string() + "\n");
  EXPECT_EQ(run_command({{"sh", "-c", "kill -9 $$"}, {}, folder.path()})->exit_status, 137);
}

TEST(RunCommand, EndsWhatMissesItsDeadlineAndWhatItLeftBehind) {
  const TestFolder folder;
  const auto late = run_command({{"sleep", "1000"}, {}, folder.path(), milliseconds(50)});
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().what, HasSubstr("still running after 50 ms"));
  ASSERT_TRUE(run_command(
      {{"sh", "-c", "sh -c 'echo $$ > pid; exec sleep 1000' & while [ ! -s pid ]; do :; done"}, {}, folder.path()}));
  EXPECT_FALSE(is_there(wait_for_line(folder.path() / "pid")));
}

}  // namespace
}  // namespace httparity
