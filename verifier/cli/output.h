#pragma once

#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "result/run_result.h"

namespace httparity {

/// How writing to standard output went.
enum class OutputEnd { kWritten, kClosed, kFailed };

/// Writes all of `text` to standard output.
OutputEnd write_stdout(std::string_view text);

/// Writes every report that was asked for, those with a path first, and the text report to standard output unless
/// another one goes there. What can't be written becomes a failure of `result`, and reports that were already written
/// are written again with it. Returns the process's exit status: 141 where a reader closed standard output.
int write_reports(RunResult result, const CommandLine& line);

/// The text report goes to a terminal that shows colour, and NO_COLOR says nothing else; or the choice says so.
bool wants_color(ColorChoice choice);

}  // namespace httparity
