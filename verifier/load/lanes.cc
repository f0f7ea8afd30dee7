#include "load/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace httparity {
namespace {

std::string shown(const std::string& profile) {
  return profile.empty() ? "the steps without a profile" : escape_bytes(profile);
}

template <typename Names>
std::string joined(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + shown(name);
  return out;
}

}  // namespace

Result<void> check_profiles(const std::vector<WorkItem>& items, const std::vector<ProfileRate>& rates) {
  if (rates.empty()) return {};
  std::set<std::string> left;
  for (const WorkItem& item : items) {
    for (const Step& step : item.scenario->steps) {
      if (step.load && step.load->is_template()) left.insert(step.load->profile);
    }
  }
  const std::set<std::string> known = left;
  for (const ProfileRate& rate : rates) {
    if (left.erase(rate.profile) > 0) continue;
    const bool twice = known.count(rate.profile) > 0;
    return Error{fmt::format("--profile {}: {}", shown(rate.profile),
                             twice ? "is given twice" : "no step that is sent has it; there are: " + joined(known))};
  }
  if (!left.empty()) return {};
  return Error{"--profile: every profile has a rate of its own, and none is left for --connections: leave one out"};
}

std::vector<std::string> assign_lanes(const std::vector<ProfileRate>& rates, std::vector<RequestSet>& sets) {
  std::set<std::string> rest;
  for (RequestSet& set : sets) {
    const auto own =
        std::find_if(rates.begin(), rates.end(), [&](const ProfileRate& rate) { return rate.profile == set.profile; });
    set.lane = own == rates.end() ? 0 : static_cast<std::size_t>(own - rates.begin()) + 1;
    if (set.lane == 0) rest.insert(set.profile);
  }
  if (rates.empty()) return {};
  std::vector<std::string> out{joined(rest)};
  for (const ProfileRate& rate : rates) out.push_back(shown(rate.profile));
  return out;
}

std::vector<LoadLane> lanes_at_rates(const std::vector<ProfileRate>& rates) {
  std::vector<LoadLane> out;
  for (const ProfileRate& rate : rates) out.push_back({rate.connections, rate.rate_per_second});
  return out;
}

}  // namespace httparity
