#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

#include "load/load_options.h"
#include "result/run_result.h"

namespace httparity {

/// How far a load is, in words: "round 2 of 6: nginx, 64 connections".
struct LoadProgress {
  std::size_t done = 0;
  std::size_t measurements = 0;
  std::string now;
};

/// Puts load on the targets of a suite, one at a time, in rounds of alternating order, each on fresh state, after each
/// was verified against the first. Whatever goes wrong is in the result. A stop ends it within the drain's limit, with
/// what there is; the caller names the signal.
RunResult run_load(const LoadOptions& options, const std::function<void(const LoadProgress&)>& on_progress = {},
                   const std::stop_token& stop = {});

}  // namespace httparity
