#pragma once

#include <cstdint>

namespace httparity {

/// What a keeper needs, all of it made before the fork.
struct KeeperPlan {
  const char* program = nullptr;  ///< path to execute
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;  ///< working directory
  int stop_signal = 15;
  std::int64_t stop_deadline_ms = 5'000;
  int control = -1;  ///< read end: a byte, or its end, asks to stop
  int status = -1;   ///< write end: takes `KeeperReport`s
  int output = -1;   ///< the program's standard output and error
};

/// What a parent writes to `control`.
inline constexpr char kStopInOrder = 's';  ///< the stop signal, then the deadline, then SIGKILL
inline constexpr char kStopAtOnce = 'k';

/// What a keeper tells, each in one write.
struct KeeperReport {
  enum Kind : std::int32_t {
    kStarted,      ///< value: the program's process id
    kNoFolder,     ///< value: errno
    kNotExecuted,  ///< value: errno
    kNotForked,    ///< value: errno
    kEnded,        ///< value: the program's wait status
    kGone,         ///< nothing of the tree is left; value: `Gone` bits. The last report.
  };
  enum Gone : std::int32_t {
    kDeadlineMissed = 1,  ///< the program did not end by the stop signal
    kHadLeftovers = 2,    ///< processes outlived the program and were killed
    kStuck = 4,           ///< some could not be killed
  };
  std::int32_t kind = 0;
  std::int32_t value = 0;
};

/// Runs `plan` in a freshly forked process and never returns. It is the reaper of all that the program starts, whatever
/// sessions or groups that makes, and ends only when nothing of it is left: when told to, or when its parent dies in
/// any way at all. The parent may have had threads, so that it makes async-signal-safe calls only.
[[noreturn]] void keep(const KeeperPlan& plan);

}  // namespace httparity
