#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/fuzz_options.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library names it
class App;
}

namespace httparity {

/// One input of the HTML fuzzer, as the command line gives it: one of the first three.
struct FuzzInput {
  std::string file;
  std::optional<std::string> text;
  std::string base64;
  std::string context;
  bool scripting = false;
};

/// What `fuzz score` is given.
struct FuzzScoreRequest {
  std::string adapter;  ///< empty: the shipped one
  std::string faults;   ///< empty: the shipped list
  double cpu_seconds = 60;
  std::uint64_t naive_runs = 180000;
  std::size_t all = 0;  ///< the first so many of all faults, list or no list
};

/// What the words behind `fuzz` and `repro` ask for.
struct FuzzRequest {
  std::string action;  ///< "html", "minimize", "score", "merge", "record", "repro"
  html::FuzzOptions options;
  // Of `options`, as given; what was not said is filled in.
  std::optional<std::string> corpus;
  std::optional<std::string> ledger;
  std::optional<std::string> votes;
  std::string time;
  std::size_t memory_mib = 0;  ///< address space of a worker; 0: no limit
  std::string id;              ///< repro: the finding
  FuzzInput input;
  FuzzScoreRequest score;
  bool with_score = false;         ///< html: the report says what share of seeded faults the inputs kill
  std::vector<std::string> paths;  ///< record: .dat files; merge: folders with states
};

/// Adds the actions of `fuzz`, each a subcommand of its own; `add_reports` gives an action the options of reports.
void add_fuzz_actions(CLI::App& app, FuzzRequest& request, const std::function<void(CLI::App&)>& add_reports);
/// Adds the options of `repro`.
void add_repro_options(CLI::App& app, FuzzRequest& request);

/// Turns texts into options and fills in what was not said: the project's own corpus and ledger, where they are found.
Result<void> apply_fuzz_words(FuzzRequest& request);

}  // namespace httparity
