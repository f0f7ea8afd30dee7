#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace httparity {

/// A program and all that it starts.
struct ProcessPlan {
  std::vector<std::string> arguments;  ///< the first is the program: a path, or a name for PATH and the sbin folders
  std::vector<std::pair<std::string, std::string>> env;  ///< added to this process's own
  std::filesystem::path folder;                          ///< its working directory
  int stop_signal = 15;
  std::chrono::milliseconds stop_deadline{5'000};
};

/// How stopping it went. All false: it ended by itself or by the stop signal, and left nothing.
struct StopOutcome {
  bool deadline_missed = false;  ///< it had to be killed
  bool had_leftovers = false;    ///< processes that outlived it had to be killed
  bool stuck = false;            ///< something could not even be killed

  friend bool operator==(const StopOutcome&, const StopOutcome&) = default;
};

/// A running program under a keeper process, which holds everything that the program starts, in whatever group or
/// session, and ends it when this object ends or this process does, by whatever cause. Move-only. Not thread-safe.
class ProcessTree {
 public:
  /// An error says why it could not start: not found, not executable, no such folder.
  static Result<ProcessTree> start(const ProcessPlan& plan);

  ~ProcessTree();
  ProcessTree(ProcessTree&&) noexcept;
  ProcessTree& operator=(ProcessTree&&) noexcept;

  /// The process of which all of the tree descends.
  pid_t root() const;
  /// How the program ended, as `waitpid` tells; nullopt while it runs. Waits up to `patience` for its end.
  std::optional<int> ended(std::chrono::milliseconds patience = std::chrono::milliseconds(0));
  /// The end of its output so far; all of it, up to 64 KiB, once stopped.
  std::string output() const;
  /// Ends the whole tree: by the stop signal and its deadline, or `at_once`. Idempotent.
  StopOutcome stop(bool at_once = false);

 private:
  struct State;
  explicit ProcessTree(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// "exit status 3", "signal 9".
std::string describe_wait_status(int status);

}  // namespace httparity
