#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/fuzz_words.h"
#include "load/load_options.h"
#include "report/report_format.h"
#include "run/verify.h"

namespace httparity {

/// One `--report KIND[:PATH]`.
struct ReportRequest {
  const ReportFormat* format = nullptr;
  std::string path;  ///< empty: standard output
};

enum class ColorChoice { kAuto, kAlways, kNever };

/// What `accept` is given.
struct AcceptRequest {
  std::string report;  ///< a JSON report's path
  std::string reason;
  std::string owner;
  std::string expires;  ///< YYYY-MM-DD
  std::string ledger;   ///< empty: ledger.json beside each contract
};

/// What `import` is given.
struct ImportRequest {
  std::string kind;  ///< "har", "curl" or "log"
  std::string file;
  std::string name;
  std::string origin;
  std::string host;
  std::string output;  ///< empty: standard output
};

/// What the words of a command line ask for.
struct CommandLine {
  std::string command;  ///< a name of `commands()`
  VerifyOptions options;
  LoadOptions load;
  std::vector<ReportRequest> reports;
  ColorChoice color = ColorChoice::kAuto;
  bool list = false;                 ///< demo: name the planted faults
  std::optional<std::string> fault;  ///< demo: only this one
  bool afresh = false;               ///< learn: as if the contracts had no masks yet
  AcceptRequest accept;
  ImportRequest import;
  std::string result;  ///< report: a JSON report's path
  FuzzRequest fuzz;    ///< fuzz, repro
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
