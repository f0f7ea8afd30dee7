#include "compare/mask_use_counter.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include "compare/mask_key.h"

namespace httparity {
namespace {

bool same_cuts(const Exchange& reference, const Exchange& port) {
  return std::equal(reference.framing.chunks.begin(), reference.framing.chunks.end(), port.framing.chunks.begin(),
                    port.framing.chunks.end(),
                    [](const Chunk& x, const Chunk& y) { return x.data.size() == y.data.size(); });
}

std::size_t bytes_of(const Exchange& exchange) {
  return std::accumulate(exchange.interims.begin(), exchange.interims.end(),
                         exchange.response->bytes.size() + exchange.surplus.size(),
                         [](std::size_t sum, const Message& interim) { return sum + interim.bytes.size(); });
}

}  // namespace

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

void MaskUseCounter::count(std::span<const Mask> masks, const Findings& findings, const Exchange& reference,
                           const Exchange& port) {
  std::vector<std::size_t> in_body(masks.size());
  std::size_t body_bytes = 0;
  for (const SelectedPlace& place : findings.selected) {
    MaskUse& use = use_of(masks[place.mask]);
    ++use.hits;
    if (place.differs) ++use.needed;
    use.bytes += place.bytes;
    if (place.body_bytes == 0) continue;
    in_body[place.mask] += place.bytes;
    body_bytes = place.body_bytes;
  }
  for (const MaskedPair& pair : findings.pairs) {
    if (pair.reference.value != pair.port.value) ++use_of(masks[pair.mask]).needed;
  }
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (std::holds_alternative<ChunkBorders>(masks[i].selector) && !reference.framing.chunks.empty()) {
      MaskUse& use = use_of(masks[i]);
      ++use.hits;
      if (!same_cuts(reference, port)) ++use.needed;
    }
    if (in_body[i] == 0) continue;
    MaskUse& use = use_of(masks[i]);
    use.largest_share = std::max(use.largest_share, static_cast<double>(in_body[i]) / static_cast<double>(body_bytes));
  }
}

void MaskUseCounter::count_bytes(const Findings& findings, const Exchange& reference, const PayloadText& reference_text,
                                 bool equal) {
  std::size_t total = bytes_of(reference);
  if (equal) {
    bytes_.total += total;
    return;
  }
  std::size_t masked = 0;
  std::size_t text_bytes = 0;
  for (const SelectedPlace& place : findings.selected) {
    masked += place.bytes;
    text_bytes = std::max(text_bytes, place.body_bytes);
  }
  if (text_bytes > 0) total = total - reference_text.payload().size() + text_bytes;
  bytes_.total += total;
  bytes_.masked += std::min(masked, total);
}

}  // namespace httparity
