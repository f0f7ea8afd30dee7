#pragma once

#include <string>

#include "result/run_result.h"

namespace httparity {

/// The result as JSON, version 1, as contracts/result.schema.json describes it: ASCII, whatever peers sent. Raw parts
/// stand there as base64, requests as bytes mapped to U+0000..U+00FF. The key `kind` holds difference kinds alone.
std::string render_json(const RunResult& result);

/// "parity", "differs", "unknown" or "flaky".
const char* verdict_name(const StepResult& step);

}  // namespace httparity
