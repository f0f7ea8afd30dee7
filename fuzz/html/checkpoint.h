#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/finding.h"
#include "fuzz/html/fuzz_result.h"

namespace httparity::html {

/// All that a run needs to go on where it was: how far each engine came, which raw signatures were reduced, and the
/// findings. What is in work when the process is killed is done again.
struct Checkpoint {
  std::string identity;   ///< pair, seed, corpus: a state belongs to one run
  std::string reference;  ///< as the run's options named it
  std::string port;
  std::vector<EngineReport> engines;
  std::map<std::string, Finding> findings;       ///< by key
  std::map<std::uint64_t, std::string> reduced;  ///< hash of a raw signature: the key that it came to
  std::vector<Finding> pending;                  ///< met and counted, not reduced yet: `key` is the raw signature
};

std::string write_checkpoint(const Checkpoint& checkpoint);
Result<Checkpoint> parse_checkpoint(std::string text, const std::string& name);

}  // namespace httparity::html
