#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "load/expectation.h"
#include "load/seen_values.h"

namespace httparity {

/// A valid answer's bytes, shared by the connections that are in the middle of it.
using LiveImage = std::shared_ptr<const Image>;

/// One verified answer as a thread knows it.
struct LiveAnswer {
  const Expectation* expectation = nullptr;
  LiveImage image;                     ///< of the last valid answer like it
  std::vector<std::size_t> mask_keys;  ///< what each mask's values are remembered under; equal for one mask everywhere
  bool related = false;                ///< some masks are fresh or show the pattern of others
  unsigned by_slots = 0;               ///< so many of the next answers are expected to differ in their slots
};

/// What one thread knows of the answers to one request: any of those that were verified, and nothing else.
/// Not thread-safe: every thread has its own; what `all_seen` holds they may share.
struct LiveExpectation {
  /// `all_seen` holds the fresh values of all requests, and takes those of the verified answers; all outlive this.
  LiveExpectation(const Expectation& first, const std::vector<Expectation>& alternatives, SeenValues& all_seen);

  std::vector<LiveAnswer> answers;  ///< the first, then its alternatives
  std::size_t recent = 0;           ///< index of the answer that came last: it is tried first
  SeenValues* seen;
  std::uint64_t compared_in_full = 0;  ///< answers that only the full comparison could judge
};

}  // namespace httparity
