#include "fuzz/html/state_lock.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "base/test_folder.h"

namespace httparity::html {
namespace {

using ::testing::HasSubstr;

// A record lock is the process's own: only another process meets it.
std::string error_in_another_process(const std::string& folder) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = lock_state(folder);
    const std::string what = lock ? std::string() : lock.error().what;
    _exit(write(ends[1], what.data(), what.size()) == static_cast<ssize_t>(what.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string out;
  char piece[256];
  for (ssize_t got = 0; (got = read(ends[0], piece, sizeof piece)) > 0;)
    out.append(piece, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  return out;
}

TEST(StateLock, ASecondProcessIsToldWhoHoldsTheFolder) {
  const TestFolder folder;
  {
    const auto lock = lock_state(folder.path().string());
    ASSERT_TRUE(lock) << lock.error().what;
    EXPECT_THAT(error_in_another_process(folder.path().string()), HasSubstr("process " + std::to_string(getpid())));
  }
  EXPECT_EQ(error_in_another_process(folder.path().string()), "");
}

TEST(StateLock, AFolderThatIsNotThereIsNamed) {
  const TestFolder folder;
  const std::string none = (folder.path() / "none").string();
  const auto lock = lock_state(none);
  ASSERT_FALSE(lock);
  EXPECT_THAT(lock.error().what, HasSubstr(none));
}

}  // namespace
}  // namespace httparity::html
