#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "fuzz/html/child_parser.h"

namespace httparity::html {

/// What a run of the HTML fuzzer is to do.
struct FuzzOptions {
  std::string reference = "html5ever";  ///< as open_parser reads it
  std::string port;
  std::vector<std::string> suites;   ///< folders of .dat files, mutated too
  std::string corpus;                ///< the project's own corpus/html; empty: none
  std::string ledger;                ///< a ledger's path; empty: none
  std::vector<std::string> engines;  ///< by name; empty: all that belong to the budget
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> runs;         ///< cases in all
  std::optional<std::chrono::seconds> time;  ///< wall clock
  std::optional<double> cpu_seconds;         ///< of comparing, all workers
  std::size_t jobs = 1;                      ///< workers
  std::string out;                           ///< where the state is kept; empty: nowhere
  bool fresh = false;                        ///< forget the state that `out` holds
  bool isolate = false;
  bool merge_text = false;
  bool rewrite = true;
  std::vector<std::string> voters;  ///< parsers asked about new findings
  ChildLimits limits;
  std::chrono::seconds hang{30};                   ///< without a batch done, a worker hangs
  std::size_t memory_bytes = 0;                    ///< address space of a worker; 0: no limit
  std::stop_token stop;                            ///< ends the run, with what there is
  std::function<void(const std::string&)> status;  ///< told one line every ten seconds
};

}  // namespace httparity::html
