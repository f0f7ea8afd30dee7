#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/html/finding.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// How far one engine came.
struct EngineReport {
  std::string name;
  std::uint64_t size = 0;  ///< how many cases there are; Engine::kEndless where without end
  std::uint64_t next = 0;  ///< the first index that was not done
  std::uint64_t cases = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t differences = 0;
};

/// What a run of the HTML fuzzer came to, in its own words; fuzz_report.h makes a result of it.
struct FuzzRun {
  ParserInfo reference;
  ParserInfo port;
  std::uint64_t seed = 1;
  std::vector<EngineReport> engines;
  std::uint64_t raw_signatures = 0;
  std::vector<Finding> findings;           ///< by key
  std::vector<std::string> stale_entries;  ///< of the ledger, for this pair
  std::vector<std::string> expired_entries;
  std::size_t worker_deaths = 0;
  bool interrupted = false;
  std::string failure;  ///< a side that could not be run: nothing below this line is a verdict

  double compare_cpu_seconds = 0;  ///< generation, both parsers, comparison, signatures; all workers
  double compare_seconds = 0;      ///< wall clock
  double reduce_cpu_seconds = 0;
  double replay_seconds = 0;

  std::uint64_t cases() const;
  std::uint64_t differences() const;
};

}  // namespace httparity::html
