#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "base/template.h"
#include "target/process_tree.h"
#include "target/state_folder.h"
#include "target/target_spec.h"
#include "transport/endpoint.h"

namespace httparity {

/// The parts of a target that is ready.
struct StartedTarget {
  std::string name;
  Endpoint endpoint;
  Variables variables;
  StateFolder folder;
  ProcessTree process;
  std::chrono::nanoseconds cold_start{0};  ///< from the start of the process to its first whole answer
};

/// `start_target` without the target's name in its errors.
Result<StartedTarget> start(const TargetSpec& spec, const std::filesystem::path& suite, const std::stop_token& stop);

/// The end of `output`, as an error shows it behind its own words.
std::string shown_output(const std::string& output);

}  // namespace httparity
