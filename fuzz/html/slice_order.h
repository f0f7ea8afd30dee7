#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "fuzz/html/fuzz_run.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// Slices as workers finish them, counted in each engine's own order: one that is done before an earlier one waits for
/// it, so that what a run comes to doesn't depend on which worker was faster.
class SliceOrder {
 public:
  /// Takes over what a state holds.
  void resume(const std::vector<WaitingSlice>& waiting);
  void take(WaitingSlice slice);
  /// Adds to `reports` what follows on their `next`, and tells `bucket` of each difference; false where nothing did.
  bool count(std::vector<EngineReport>& reports,
             const std::function<void(const std::string& raw, const RawBucket& bucket)>& bucket);
  /// What is done and not counted yet.
  std::vector<WaitingSlice> waiting() const;

 private:
  std::map<std::pair<std::size_t, std::uint64_t>, WaitingSlice> slices_;  ///< by engine and first index
};

}  // namespace httparity::html
