#pragma once

#include <set>

#include "result/run_result.h"

namespace httparity {

/// What the process ends with.
enum class ExitStatus {
  kParity = 0,        ///< everything compared is parity and every gate held
  kDifferences = 1,   ///< at least one exchange differs
  kUsage = 2,         ///< usage, configuration or contract error
  kTarget = 3,        ///< a target could not be tested
  kGate = 4,          ///< bytes fine, a gate missed
  kInconclusive = 5,  ///< nothing compared, or something could not be judged
  kInternal = 70,
  kOutput = 74,        ///< an output could not be written
  kInterrupted = 130,  ///< SIGINT
  kTerminated = 143,   ///< SIGTERM
};

/// Every status that `result` gives cause for; empty where all is parity.
std::set<ExitStatus> exit_causes(const RunResult& result);

/// The one that counts where several hold: the first of 130 / 143, 70, 74, 2, 1, 3, 5, 4. A difference that was seen
/// stays a difference when the target dies later. Never kParity where a comparing command compared nothing.
ExitStatus exit_status(const RunResult& result);

}  // namespace httparity
