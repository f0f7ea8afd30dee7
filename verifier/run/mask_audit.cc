#include "run/mask_audit.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "contract/mask.h"

namespace httparity {
namespace {

using Key = std::tuple<std::string, int, std::string>;

Key key(const Place& place) {
  return {place.file, place.line, place.pointer};
}

void add(MaskUse& total, const MaskUse& more) {
  total.hits += more.hits;
  total.needed += more.needed;
  total.bytes += more.bytes;
  total.largest_share = std::max(total.largest_share, more.largest_share);
}

}  // namespace

std::vector<MaskAudit> audit_masks(std::span<const Step> steps, const ScenarioComparer& comparer) {
  std::map<Key, MaskUse> uses;  // steps share a contract's masks, each with a copy of its own
  for (const auto& [mask, use] : comparer.mask_uses()) add(uses[key(mask->place)], use);
  std::vector<MaskAudit> audits;
  std::map<Key, bool> listed;
  for (const Step& step : steps) {
    for (const Mask& mask : step.masks) {
      if (std::exchange(listed[key(mask.place)], true)) continue;
      audits.push_back({mask.place, describe(mask), mask.why, uses[key(mask.place)]});
    }
  }
  return audits;
}

void add_masks(std::vector<MaskAudit>& total, const std::vector<MaskAudit>& more) {
  std::map<Key, std::size_t> places;
  for (std::size_t i = 0; i < total.size(); ++i) places[key(total[i].place)] = i;
  for (const MaskAudit& audit : more) {
    const auto known = places.find(key(audit.place));
    if (known == places.end()) {
      total.push_back(audit);
    } else {
      add(total[known->second].use, audit.use);
    }
  }
}

void add_bytes(ComparedBytes& total, const ComparedBytes& more) {
  total.total += more.total;
  total.masked += more.masked;
}

}  // namespace httparity
