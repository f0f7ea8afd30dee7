#include "load/usage.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <vector>

namespace httparity {
namespace {

void burn(double seconds) {
  timespec now{};
  do {
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  } while (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9 < seconds);
}

TEST(Usage, ATreeHoldsWhatItsEndedChildrenHaveUsed) {
  const TreeUse before = tree_use(::getpid());
  const pid_t child = ::fork();
  if (child == 0) {
    burn(0.2);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  const TreeUse after = tree_use(::getpid());
  EXPECT_GE(after.cpu_seconds - before.cpu_seconds, 0.15);
  EXPECT_EQ(after.rss_bytes, 0U);  // it has ended, and what it descends from is not of the tree
}

TEST(Usage, ATreeHoldsItsRunningChildren) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const TreeUse use = tree_use(::getpid());
  EXPECT_GT(use.rss_bytes, 0U);
  EXPECT_GE(use.rss_peak_bytes, use.rss_bytes / 2);
  EXPECT_TRUE(use.thread_seconds.contains(child));
  EXPECT_FALSE(use.thread_seconds.contains(::getpid()));
  EXPECT_EQ(processes_of(::getpid()), std::vector<pid_t>{child});
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST(Usage, TheBusiestThreadIsTheOneThatRanMostOfTheTime) {
  TreeUse before;
  before.thread_seconds = {{1, 5.0}, {2, 1.0}};
  TreeUse after;
  after.thread_seconds = {{1, 5.5}, {2, 2.5}, {3, 0.25}};
  EXPECT_DOUBLE_EQ(busiest_thread(before, after, 2), 0.75);
  EXPECT_DOUBLE_EQ(busiest_thread(before, after, 1), 1);
  EXPECT_DOUBLE_EQ(busiest_thread(before, after, 0), 0);
}

TEST(Usage, AProcessThatIsGoneUsesNothing) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(tree_use(child).rss_bytes, 0U);
}

TEST(Usage, ProcessorsAreBusyWithWhatRunsOnThem) {
  EXPECT_EQ(busy_seconds({}), 0);
  const int cpu = ::sched_getcpu();
  EXPECT_GT(busy_seconds({cpu}), 0);
}

TEST(Usage, CountersAreSubtractedFieldByField) {
  EXPECT_EQ((KernelCounts{5, 6, 7, 8} - KernelCounts{1, 2, 3, 4}), (KernelCounts{4, 4, 4, 4}));
}

TEST(Usage, AReadingThatFailedIsNoHugeCount) {
  EXPECT_EQ((KernelCounts{} - KernelCounts{1, 2, 3, 4}), KernelCounts{});
}

}  // namespace
}  // namespace httparity
