#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/finding.h"
#include "fuzz/html/fuzz_options.h"
#include "fuzz/html/fuzz_run.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// How far a run that was merged into a state came.
struct RunPart {
  std::string identity;
  std::vector<EngineReport> engines;
};

/// All that a run needs to go on where it was: how far each engine came, which raw signatures were reduced, and the
/// findings. What is in work when the process is killed is done again.
struct Checkpoint {
  std::string identity;   ///< pair, seed, corpus: a state belongs to one run
  std::string reference;  ///< as the run's options named it
  std::string port;
  ParserInfo reference_parser;  ///< name and version
  ParserInfo port_parser;
  std::vector<EngineReport> engines;
  std::map<std::string, Finding> findings;       ///< by key
  std::map<std::uint64_t, std::string> reduced;  ///< hash of a raw signature: the key that it came to
  std::vector<Finding> pending;                  ///< met and counted, not reduced yet: `key` is the raw signature
  std::vector<WaitingSlice> waiting;             ///< done and not counted: a slice before them is still in work
  std::vector<RunPart> parts;                    ///< of a merged state: the runs that it holds
};

/// What a state belongs to: the pair with its versions, the seed, the corpus, the engines.
std::string run_identity(const FuzzOptions& options, const ParserInfo& reference, const ParserInfo& port,
                         const std::vector<HtmlCase>& corpus);

/// The file of the state that a run keeps in `folder`.
std::string state_path(const std::string& folder);

/// Reads a state's file.
Result<Checkpoint> read_checkpoint(const std::string& path);

std::string write_checkpoint(const Checkpoint& checkpoint);
Result<Checkpoint> parse_checkpoint(std::string text, const std::string& name);

}  // namespace httparity::html
