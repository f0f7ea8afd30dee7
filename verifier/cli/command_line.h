#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/report_format.h"
#include "run/verify.h"

namespace httparity {

/// One `--report KIND[:PATH]`.
struct ReportRequest {
  const ReportFormat* format = nullptr;
  std::string path;  ///< empty: standard output
};

enum class ColorChoice { kAuto, kAlways, kNever };

/// What the words of a command line ask for.
struct CommandLine {
  std::string command;  ///< a name of `commands()`
  VerifyOptions options;
  std::vector<ReportRequest> reports;
  ColorChoice color = ColorChoice::kAuto;
  bool list = false;                 ///< demo: name the planted faults
  std::optional<std::string> fault;  ///< demo: only this one
};

/// A command line, or what to print in its place (help, an error) and the exit status.
struct ParsedCommandLine {
  std::optional<CommandLine> line;
  std::string text;
  int exit = 0;
};

/// Reads the words behind the program's name.
ParsedCommandLine parse_command_line(const std::vector<std::string>& words);

}  // namespace httparity
