#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/load_options.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library names it
class App;
}

namespace httparity {

/// What the words behind `load` say, as text; turned into options once all are there.
struct LoadWords {
  std::vector<std::string> targets;
  std::optional<std::string> reference;
  std::optional<std::string> port;
  std::string connections = "64";
  std::vector<std::string> rates;
  std::optional<std::string> steps;
  std::vector<std::string> profiles;
  std::string arrivals = "constant";
  std::string duration = "5s";
  std::string warmup = "1s";
  std::string engine = "auto";
  std::string wait = "auto";
  std::string server_cpus;
  std::string client_cpus;
  std::vector<std::string> thresholds;
  std::string max_errors = "0";
  std::string drift = "5%";
  std::string headroom = "50%";
  std::string history = "30%";
  std::optional<std::uint64_t> instructions;
};

/// Adds the options that `load` has for itself.
void add_load_options(CLI::App& app, LoadOptions& options, LoadWords& words);

/// Turns `words` into `options`. An error names the option and what it takes.
Result<void> apply_load_words(const LoadWords& words, LoadOptions& options);

}  // namespace httparity
