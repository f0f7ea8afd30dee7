#include "load/overload_watch.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

using std::chrono::milliseconds;

/// Two seconds in steps of 10 ms: in each the backlog grows by `behind`, `idle` is spent with nothing to do, and
/// `answers` come. Says after how many milliseconds the client was found overloaded; 0: never.
int overloaded_after(milliseconds behind, milliseconds idle, std::uint64_t answers) {
  OverloadWatch watch;
  OverloadWatch::State state;
  Clock::time_point now{std::chrono::seconds(5)};
  for (int ms = 0; ms <= 2000; ms += 10) {
    if (watch.is_overloaded(now, state)) return ms;
    now += milliseconds(10);
    state.behind += behind;
    state.idle += idle;
    state.answers += answers;
  }
  return 0;
}

TEST(OverloadWatchTest, AClientThatIsNeverIdleWhileItsBacklogGrowsIsOverloadedWithinASecondOrSo) {
  EXPECT_EQ(overloaded_after(milliseconds(5), milliseconds(0), 100), 1000);
}

TEST(OverloadWatchTest, ABacklogThatGrowsWhileTheClientIsIdleIsTheServers) {
  EXPECT_EQ(overloaded_after(milliseconds(5), milliseconds(1), 100), 0);
}

TEST(OverloadWatchTest, ABusyClientThatKeepsUpIsNotOverloaded) {
  EXPECT_EQ(overloaded_after(milliseconds(0), milliseconds(0), 100), 0);
}

TEST(OverloadWatchTest, AServerThatStandsStillIsNotTheClientsDoing) {
  EXPECT_EQ(overloaded_after(milliseconds(10), milliseconds(0), 0), 0);
}

}  // namespace
}  // namespace httparity
