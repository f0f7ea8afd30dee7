#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/load_threads.h"
#include "result/load_result.h"

namespace httparity {

/// Answers per second that the client manages as `step` sets it up, in a closed loop against the null server with
/// answers as large as those of `sets` are on average: what a figure must stay well below to be the server's.
Result<double> client_capacity(LoadStep step, const std::vector<RequestSet>& sets, const std::vector<int>& server_cpus,
                               const std::stop_token& stop);

/// Puts the client's capacity into `plan`, and what `history_file` (empty: none) says of earlier ones, to which this
/// one is added. What could not be done is the text that comes back, for a note; empty where all was.
std::string calibrate_step(LoadStepPlan& plan, const LoadStep& step, const std::vector<RequestSet>& sets,
                           const std::vector<int>& server_cpus, const std::string& history_file,
                           const std::stop_token& stop);

/// What `client_capacity` of these depends on, in words: the same words, the same machine and build.
std::string calibration_name(const LoadStep& step, const std::vector<RequestSet>& sets);

}  // namespace httparity
