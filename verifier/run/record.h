#pragma once

#include <functional>
#include <stop_token>

#include "result/run_result.h"
#include "run/verify.h"

namespace httparity {

/// Plays the contracts on the reference and writes what it answered beside the suite. Where a scenario's recording
/// still fits (the same requests, every answer in parity with the stored one under the masks) its files stay as they
/// are; else all of it is stored anew. What must not be an oracle is not stored: answers that are incomplete or miss
/// their `require`. The notes of the result count what was done.
RunResult record(const VerifyOptions& options, const std::function<void(const Progress&)>& on_progress = {},
                 const std::stop_token& stop = {});

}  // namespace httparity
