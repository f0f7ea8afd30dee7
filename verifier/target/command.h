#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace httparity {

/// A command that runs to its end, as a contract's `run` step and a target's `prepare` want it.
struct Command {
  std::vector<std::string> arguments;  ///< the first is the program, found through PATH (and the sbin folders)
  std::vector<std::pair<std::string, std::string>> env;  ///< added to this process's own
  std::filesystem::path cwd;
  std::chrono::milliseconds deadline{60'000};
};

/// How it ended.
struct CommandEnd {
  int exit_status = 0;  ///< 128 + n after signal n
  std::string output;   ///< the end of its standard output and error, up to 64 KiB
};

/// Runs it. Nothing that it started is left behind. An error says that it could not start or missed its deadline.
Result<CommandEnd> run_command(const Command& command, std::stop_token stop = {});

}  // namespace httparity
