#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "contract/read_contract.h"
#include "result/run_result.h"
#include "run/selection.h"
#include "run/suite.h"
#include "transport/options.h"

namespace httparity {

/// What the port's answers are held against.
enum class Against {
  kReference,  ///< the live reference
  kRecording,  ///< what was recorded of it
  kBoth,       ///< both: says which of recording, reference and port moved
  kItself,     ///< the reference, asked twice: what differs is noise
};

/// All that shapes a run.
struct VerifyOptions {
  std::vector<std::string> paths;  ///< suites' folders and contract files
  Against against = Against::kReference;
  std::optional<std::string> reference;  ///< a name of targets.json or a URL; without it what targets.json says
  std::optional<std::string> port;
  Selection selection;
  std::size_t jobs = 1;    ///< scenarios at the same time, each job with targets of its own
  std::size_t repeat = 1;  ///< how often each scenario runs; where its runs don't agree it is flaky
  std::uint64_t seed = 1;
  bool shuffle = true;  ///< the order of scenarios depends on the seed
  bool fail_fast = false;
  bool sentinel = false;
  bool ci = false;  ///< obsolete recordings are a failure
  TransportOptions transport;
  ContractLimits contract_limits;
};

/// How far a run is.
struct Progress {
  std::size_t scenarios_done = 0;
  std::size_t scenarios = 0;
  std::size_t exchanges = 0;
  std::size_t standing_out = 0;  ///< exchanges not at parity
};

/// Runs the contracts and says where the port differs. Whatever goes wrong is in the result. `on_progress` is called
/// from one thread at a time. A stop ends it within a second, with what there is; the caller names the signal.
RunResult verify(const VerifyOptions& options, const std::function<void(const Progress&)>& on_progress = {},
                 const std::stop_token& stop = {});

/// The same with suites that were read already; `options.paths` only name them.
RunResult verify_suites(const std::vector<Suite>& suites, const VerifyOptions& options,
                        const std::function<void(const Progress&)>& on_progress = {}, const std::stop_token& stop = {});

}  // namespace httparity
