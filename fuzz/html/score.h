#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/case.h"

namespace httparity::html {

/// One seeded fault.
struct Fault {
  int number = 0;  ///< in the library that was built
  std::string id;  ///< "handle_in_cell/drop/TH"
};

/// The faults that count: the first of a seeded shuffle of all that the generator makes, less those that are
/// equivalent, each with the reason why no input can show it.
struct FaultList {
  std::vector<std::string> chosen;
  std::vector<std::pair<std::string, std::string>> equivalent;  ///< id, reason
};

/// A line `id` or `id<TAB>equivalent: reason` each; `#` begins a comment.
Result<FaultList> parse_fault_list(std::string_view text, const std::string& name);
/// The lines `number<TAB>id` that the generator wrote.
Result<std::vector<Fault>> parse_fault_numbers(std::string_view text, const std::string& name);

struct ScoreOptions {
  std::string adapter;  ///< the adapter with the faults
  std::vector<Fault> faults;
  std::vector<HtmlCase> corpus;       ///< run first, and mutated
  std::vector<HtmlCase> visible;      ///< the html5lib corpus: what it doesn't kill is invisible to it; may be empty
  double cpu_seconds = 60;            ///< for all faults together, of the engines under test
  std::uint64_t naive_runs = 180000;  ///< of the baseline
  std::uint64_t seed = 1;
  std::size_t jobs = 1;
};

/// What became of one fault.
struct FaultScore {
  Fault fault;
  bool killed = false;
  std::string how;          ///< "tree", "signal 11", "hang"
  std::uint64_t index = 0;  ///< of the case that killed it, in the sequence of all engines
  bool visible = false;     ///< the html5lib corpus kills it
  bool baseline = false;    ///< that corpus and the naive cases kill it
};

struct ScoreResult {
  std::vector<FaultScore> faults;
  double cpu_seconds = 0;   ///< spent by the engines under test
  std::uint64_t cases = 0;  ///< judged by them, all faults together

  std::size_t killed() const;
  std::size_t invisible() const;
  std::size_t invisible_killed() const;
  std::size_t baseline_killed() const;
};

/// Runs one sequence of inputs (corpus, then sweep, token mutation, grammar and swarm interleaved) against each fault;
/// a fault leaves at its first kill. The cases and the sound answers to them are made once for all faults; each fault
/// is judged in a process of its own, so that one that crashes or hangs is killed by that.
Result<ScoreResult> score_faults(const ScoreOptions& options);

std::string render_score(const ScoreResult& result);

}  // namespace httparity::html
