#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "recording/recording.h"
#include "run/peers.h"
#include "run/selection.h"

namespace httparity {

/// One scenario as the reference played it now.
struct Take {
  std::vector<RecordedStep> steps;
  std::vector<std::string> faults;  ///< why it must not be stored, each one line
  bool as_before = false;           ///< the stored recording still says the same
  bool interrupted = false;
};

/// Plays `item` on the reference, beside what was stored of it (nullptr: nothing). `reference` is the one side.
Take take_scenario(const WorkItem& item, const Recording* stored, Peers& reference, const Limits& limits,
                   std::stop_token stop = {});

}  // namespace httparity
