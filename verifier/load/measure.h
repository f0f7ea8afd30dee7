#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "load/load_threads.h"
#include "load/preflight.h"
#include "result/load_result.h"

namespace httparity {

/// Which measurement it is, and whose.
struct MeasurePlan {
  std::size_t target = 0;
  std::size_t step = 0;
  std::size_t round = 0;
  std::optional<pid_t> server;     ///< the root of the server's tree, where it was started here
  std::vector<std::string> lanes;  ///< the profiles of each; with one lane for all: empty
  std::vector<int> server_cpus;    ///< with `LoadStep::cpus`: what else runs on all of them is measured
};

/// A measurement, its wrong answers, and what of it the audits ask about.
struct Measured {
  LoadMeasurement measurement;
  std::vector<LoadWrongAnswer> wrong;
  std::vector<AuditedRequest> audited_sent;
  std::vector<AuditedRequest> audited_acknowledged;
};

/// Runs one step of load, and takes what server, client and kernel used meanwhile.
Measured measure(const MeasurePlan& plan, const LoadStep& step, const Workload& workload, const std::stop_token& stop);

}  // namespace httparity
