#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/load_threads.h"

namespace httparity {

/// Answers per second that the client manages as `step` sets it up, in a closed loop against the null server with
/// answers as large as those of `sets` are on average: what a figure must stay well below to be the server's.
Result<double> client_capacity(LoadStep step, const std::vector<RequestSet>& sets, const std::vector<int>& server_cpus,
                               const std::stop_token& stop);

/// What `client_capacity` of these depends on, in words: the same words, the same machine and build.
std::string calibration_name(const LoadStep& step, const std::vector<RequestSet>& sets);

}  // namespace httparity
