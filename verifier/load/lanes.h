#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "load/load_options.h"
#include "load/load_threads.h"
#include "load/request_set.h"
#include "run/selection.h"

namespace httparity {

/// Every one of `rates` names a profile of the loadable `items`, once, and some profile is left for the steps. An error
/// names the option and the cure.
Result<void> check_profiles(const std::vector<WorkItem>& items, const std::vector<ProfileRate>& rates);

/// Gives each set its lane: that of its profile's own rate, in the order of `rates` from 1 on, else 0. Returns what is
/// in each lane, in words; empty where there is one lane for all.
std::vector<std::string> assign_lanes(const std::vector<ProfileRate>& rates, std::vector<RequestSet>& sets);

/// The lanes from 1 on.
std::vector<LoadLane> lanes_at_rates(const std::vector<ProfileRate>& rates);

}  // namespace httparity
