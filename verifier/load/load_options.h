#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/load_threads.h"
#include "result/load_result.h"
#include "run/selection.h"
#include "transport/options.h"

namespace httparity {

/// A profile with connections and a rate of its own, whatever the others do.
struct ProfileRate {
  std::string profile;
  double rate_per_second = 0;
  std::size_t connections = 8;

  friend bool operator==(const ProfileRate&, const ProfileRate&) = default;
};

/// All that shapes a load.
struct LoadOptions {
  std::vector<std::string> paths;  ///< one suite's folder, or one contract file
  std::vector<std::string>
      targets;  ///< names of targets.json or URLs, the reference first; empty: both of targets.json
  Selection selection;
  std::vector<std::size_t> connections{64};
  std::size_t depth = 1;
  std::vector<double> rates;          ///< open loop; empty: closed loop
  std::vector<ProfileRate> profiles;  ///< beside the steps; what they don't name follows the steps
  Arrivals::Process arrivals = Arrivals::Process::kConstant;
  std::chrono::nanoseconds duration = std::chrono::seconds(5);
  std::chrono::nanoseconds warmup = std::chrono::seconds(1);
  std::uint64_t requests = 0;  ///< of the timed part; then it has no duration
  std::size_t rounds = 2;
  std::size_t sessions = 8;          ///< at most, where scenarios have a prologue
  std::optional<EngineKind> engine;  ///< without: io_uring where it can be used
  std::optional<WaitPolicy> wait;    ///< without: spinning on processors of its own, else adaptive
  std::vector<int> server_cpus;
  std::vector<int> client_cpus;
  std::vector<std::string> sources;  ///< local addresses
  bool kernel_time = false;          ///< the client's own delay is measured (epoll, plain TCP)
  LoadGates gates;
  std::string history;               ///< file of this machine's earlier calibrations; empty: none is kept
  std::uint64_t count_requests = 0;  ///< not timed: so many requests under valgrind, and twice as many
  std::uint64_t seed = 1;
  TransportOptions transport;
};

/// "250us", "500ms", "2s", "5m". An error says what is taken.
Result<std::chrono::nanoseconds> parse_time(const std::string& text);

/// "p99=20ms": a latency that no measurement may exceed. An error says what is taken.
Result<LoadThreshold> parse_threshold(const std::string& text);

/// "0", "0,2", "4-7". An error names what is no processor of this machine.
Result<std::vector<int>> parse_cpus(const std::string& text);

/// "1,16,64". An error says what is taken.
Result<std::vector<std::size_t>> parse_counts(const std::string& text);

/// "200", "200/s", "20k", "1.5k/s". An error says what is taken.
Result<double> parse_rate(const std::string& text);

/// "writers=200/s", "writers=200/s,32": a profile, its rate, perhaps its connections. An error says what is taken.
Result<ProfileRate> parse_profile(const std::string& text);

/// What `--steps` asks for: one of the two.
struct StepsOption {
  std::vector<std::size_t> connections;
  std::vector<double> rates;

  friend bool operator==(const StepsOption&, const StepsOption&) = default;
};

/// "conns=1,4,16", "rate=1k,2k", "rate=1k..50k x1.5", "rate=1k..10k +1k": a list, or a ramp by factor or by sum, its
/// end included. An error says what is taken.
Result<StepsOption> parse_steps(const std::string& text);

/// What can't be measured as asked, in one line with the cure; an empty text where all is well.
Result<void> check_options(const LoadOptions& options, std::size_t targets);

/// The options as facts for a report.
std::vector<std::pair<std::string, std::string>> describe_options(const LoadOptions& options);

}  // namespace httparity
