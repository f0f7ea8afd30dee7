#include "compare/mask_use_counter.h"

#include <algorithm>
#include <variant>

#include "compare/mask_key.h"

namespace httparity {

MaskUse& MaskUseCounter::use_of(const Mask& mask) {
  const auto known = by_address_.find(&mask);
  if (known != by_address_.end()) return uses_[known->second].second;
  const auto [place, added] = by_key_.try_emplace(mask_key(mask), uses_.size());
  if (added) uses_.emplace_back(&mask, MaskUse());
  by_address_.emplace(&mask, place->second);
  return uses_[place->second].second;
}

void MaskUseCounter::register_masks(std::span<const Mask> masks) {
  for (const Mask& mask : masks) use_of(mask);
}

bool MaskUseCounter::wants(std::span<const Mask> masks) {
  return std::any_of(masks.begin(), masks.end(),
                     [&](const Mask& mask) { return !mask.name.empty() || mask.fresh || use_of(mask).hits == 0; });
}

void MaskUseCounter::count(std::span<const Mask> masks, const Findings& findings, const Exchange& reference) {
  std::vector<std::size_t> in_body(masks.size());
  std::size_t body_bytes = 0;
  for (const SelectedPlace& place : findings.selected) {
    MaskUse& use = use_of(masks[place.mask]);
    ++use.hits;
    use.bytes += place.bytes;
    if (place.body_bytes == 0) continue;
    in_body[place.mask] += place.bytes;
    body_bytes = place.body_bytes;
  }
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (std::holds_alternative<ChunkBorders>(masks[i].selector) && !reference.framing.chunks.empty()) {
      ++use_of(masks[i]).hits;
    }
    if (in_body[i] == 0) continue;
    MaskUse& use = use_of(masks[i]);
    use.largest_share = std::max(use.largest_share, static_cast<double>(in_body[i]) / static_cast<double>(body_bytes));
  }
}

}  // namespace httparity
