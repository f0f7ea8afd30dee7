#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "result/load_result.h"
#include "result/run_result.h"
#include "run/selection.h"
#include "run/suite.h"
#include "transport/options.h"

namespace httparity {

struct SameWorkPlan {
  const Suite* suite = nullptr;
  Selection selection;
  std::string reference;  ///< name of targets.json or URL
  std::string port;
  std::uint64_t seed = 1;
  TransportOptions transport;
};

/// Verifies over the loadable scenarios that `port` answers as the reference does, the suite's ledger beside it, and
/// puts what came of it into `target`: what differs and no entry covers refuses it. Failures of the run as a whole go
/// to `failures`.
void verify_same_work(const SameWorkPlan& plan, LoadTarget& target, std::vector<Failure>& failures,
                      const std::stop_token& stop);

}  // namespace httparity
