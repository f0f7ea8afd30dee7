#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "learn/learn.h"
#include "result/run_result.h"
#include "run/verify.h"

namespace httparity {

/// What was learned of one contract.
struct LearnedContract {
  std::string file;
  Learned learned;
  std::string patch;  ///< to `file`, in unified format; empty where nothing is proposed
};

/// What `learn` found, and how the run went; `result` holds no comparison.
struct LearnOutcome {
  RunResult result;
  std::vector<LearnedContract> contracts;
};

/// Plays the contracts on two instances of the reference at the same time, then again at least a second later (on
/// servers started anew, where a scenario asks for fresh state), and learns from what each step got. `afresh`: as if
/// the contracts had no masks yet.
LearnOutcome learn_suites(const VerifyOptions& options, bool afresh,
                          const std::function<void(const Progress&)>& on_progress = {}, std::stop_token stop = {});

}  // namespace httparity
