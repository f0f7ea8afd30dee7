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

/// What a run of the HTML fuzzer found, as a value. Reports and the exit status are made from it alone.
struct FuzzResult {
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
  std::size_t new_findings() const;
};

/// 3 a side couldn't be run, 130 interrupted, 1 new findings, 5 nothing compared or stale or expired entries, else 0;
/// of several the first in the order 130, 1, 3, 5.
int exit_status(const FuzzResult& result);

}  // namespace httparity::html
