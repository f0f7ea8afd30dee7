#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "load/load_threads.h"
#include "load/preflight.h"
#include "result/load_result.h"
#include "run/target_choice.h"

namespace httparity {

struct CountPlan {
  TargetChoice target;
  std::size_t index = 0;  ///< into LoadResult::targets
  std::uint64_t requests = 500;
  PreflightPlan preflight;
  LoadStep step;  ///< its limits and its engine; one connection, so many requests
};

/// What was counted, and the wrong answers that came meanwhile.
struct Counted {
  LoadInstructions counts;
  std::vector<LoadWrongAnswer> wrong;
  bool not_native = false;  ///< refused for what it is, not for what went wrong
};

/// Starts the target under valgrind's callgrind and dhat, each for `requests` requests on one connection and for twice
/// as many, every answer checked, and takes what they counted over all processes of its tree. Instructions are those
/// outside the kernel. `counts.refused` says why there are none.
Counted count_instructions(const CountPlan& plan, const std::stop_token& stop);

}  // namespace httparity
