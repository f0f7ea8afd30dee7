#include "load/bench_lock.h"

#include <gtest/gtest.h>

#include "base/test_folder.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;

TEST(BenchLock, ASecondBenchmarkIsKeptOutUntilTheFirstIsDone) {
  const TestFolder folder;
  const std::string path = folder.path() / "lock";
  {
    const auto first = lock_benchmarks(path, milliseconds(0), {});
    ASSERT_TRUE(first) << first.error().what;
    const auto second = lock_benchmarks(path, milliseconds(0), {});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().what.find(path), std::string::npos);
  }
  EXPECT_TRUE(lock_benchmarks(path, milliseconds(0), {}));
}

TEST(BenchLock, AFolderThatIsNotThereIsAnError) {
  EXPECT_FALSE(lock_benchmarks("/nowhere/at/all/lock", milliseconds(0), {}));
}

}  // namespace
}  // namespace httparity
