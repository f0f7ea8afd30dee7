#include "fuzz/html/guard.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "base/file.h"
#include "fuzz/html/child.h"

namespace httparity::html {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLimit{20};
/// Says the id of a process that outlives its shell, if it may.
constexpr const char* kWrapper = "trap '' HUP INT TERM; sleep 600 & echo $!; wait";

std::string first_line(Child& child) {
  const auto deadline = Clock::now() + kLimit;
  while (child.incoming().find('\n') == std::string::npos && child.pump(deadline) == Child::Event::kProgress) {
  }
  return child.incoming().substr(0, child.incoming().find('\n'));
}

/// True once no such process runs (a zombie doesn't).
bool is_gone(const std::string& pid) {
  const auto deadline = Clock::now() + kLimit;
  while (Clock::now() < deadline) {
    const auto stat = read_file("/proc/" + pid + "/stat", 1U << 16U);
    if (!stat || stat->find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

TEST(Guard, WhatAShellStartedEndsWithTheChild) {
  auto child = Child::start(kWrapper);
  ASSERT_TRUE(child) << child.error().what;
  const std::string inner = first_line(**child);
  ASSERT_NE(inner, "");
  EXPECT_EQ((*child)->stop(), "stopped");
  EXPECT_TRUE(is_gone(inner));
}

TEST(Guard, WhatAShellLeftBehindEndsWithTheShell) {
  auto child = Child::start("sleep 600 < /dev/null > /dev/null 2>&1 & echo $!; exit 3");
  ASSERT_TRUE(child) << child.error().what;
  const std::string inner = first_line(**child);
  ASSERT_NE(inner, "");
  while ((*child)->pump(Clock::now() + kLimit) == Child::Event::kProgress) {
  }
  EXPECT_EQ((*child)->stop(), "exit 3");
  EXPECT_TRUE(is_gone(inner));
}

TEST(Guard, WhatAShellStartedEndsWithItsOwnerWhateverEndedThat) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t owner = ::fork();
  if (owner == 0) {
    auto child = Child::start(kWrapper);
    const std::string inner = child ? first_line(**child) : "";
    if (::write(ends[1], inner.data(), inner.size()) < 0) ::_exit(1);
    ::close(ends[1]);
    while (true) ::pause();
  }
  ::close(ends[1]);
  std::string inner(32, '\0');
  const ssize_t got = ::read(ends[0], inner.data(), inner.size());
  ASSERT_GT(got, 0);
  inner.resize(static_cast<std::size_t>(got));
  ::kill(owner, SIGKILL);
  ASSERT_EQ(::waitpid(owner, nullptr, 0), owner);
  EXPECT_TRUE(is_gone(inner));
  ::close(ends[0]);
}

TEST(Guard, EndsAsWhatItGuards) {
  const auto status_of = [](const std::string& command) {
    auto child = Child::start(command);
    if (!child) return child.error().what;
    while ((*child)->pump(Clock::now() + kLimit) == Child::Event::kProgress) {
    }
    return (*child)->stop();
  };
  EXPECT_EQ(status_of("exit 7"), "exit 7");
  EXPECT_EQ(status_of("kill -SEGV $$"), "signal 11");
  EXPECT_EQ(status_of("kill -TERM $$"), "signal 15");
}

}  // namespace
}  // namespace httparity::html
