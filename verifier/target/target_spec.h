#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace httparity {

/// How a target shows that it is ready.
struct ReadyProbe {
  std::string target = "/";                    ///< of a GET that must get a whole answer
  std::optional<int> status;                   ///< that it must have; without it any will do
  std::string host = {};                       ///< the Host field; empty: the target's own host and port
  std::chrono::milliseconds deadline{10'000};  ///< from the start of the process

  friend bool operator==(const ReadyProbe&, const ReadyProbe&) = default;
};

/// How a target is stopped. What is left of it after the deadline is killed.
struct StopPlan {
  int signal = 15;
  std::chrono::milliseconds deadline{5'000};

  friend bool operator==(const StopPlan&, const StopPlan&) = default;
};

/// How a target is started. In `command`, `prepare`, `env`, `cwd` and `url` the variables {state}, {tcp_port}, {suite}
/// and {name} are filled in.
struct TargetSpec {
  std::string name;
  std::vector<std::vector<std::string>> prepare;         ///< commands that must succeed first, in order
  std::vector<std::string> command;                      ///< argument list; found through PATH (and the sbin folders)
  std::vector<std::pair<std::string, std::string>> env;  ///< added to this process's own
  std::string cwd;                                       ///< relative to the suite; empty: the suite
  std::optional<std::filesystem::path> state;  ///< folder to copy afresh, relative to the suite; without: empty
  std::string url;                             ///< where it will listen
  ReadyProbe ready;
  StopPlan stop;

  friend bool operator==(const TargetSpec&, const TargetSpec&) = default;
};

/// What a suite's targets.json says.
struct SuiteTargets {
  std::filesystem::path suite;  ///< the folder, absolute
  std::string reference;        ///< the name of the target that is right, unless an option says another
  std::string port;
  std::vector<TargetSpec> targets;  ///< in the order of the file

  friend bool operator==(const SuiteTargets&, const SuiteTargets&) = default;
};

/// The target of that name; nullptr where there is none.
const TargetSpec* find_target(const SuiteTargets& targets, const std::string& name);

}  // namespace httparity
