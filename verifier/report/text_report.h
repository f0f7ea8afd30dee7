#pragma once

#include <string>

#include "report/report_format.h"
#include "result/run_result.h"

namespace httparity {

/// The result for a person, in printable ASCII besides line ends and, with `options.color`, SGR sequences of its own:
/// nothing that a peer sent can move the cursor, begin a line or be a command to a build machine.
std::string render_text(const RunResult& result, const ReportOptions& options);

}  // namespace httparity
