#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/html/fuzz_run.h"
#include "fuzz/html/worker.h"

namespace httparity::html {

/// Which slice is done next: one of the engine that is furthest behind, the corpus before all others.
class SlicePlan {
 public:
  /// Goes on where the `reports` of the engines are; up to `limits`, the cases of each in all, or to their ends where
  /// that is empty; never what is `waiting`, done already.
  SlicePlan(const std::vector<std::unique_ptr<Engine>>& engines, const std::vector<EngineReport>& reports,
            std::vector<std::uint64_t> limits, const std::vector<WaitingSlice>& waiting = {});
  /// nullopt: all were handed out. `scale`: how many of an engine's usual slices this one is.
  std::optional<Job> next(std::uint64_t scale = 1);

 private:
  std::vector<std::string> names_;
  std::vector<std::uint64_t> slice_cases_;
  std::vector<std::uint64_t> handed_;  ///< the first index of each engine that was not handed out
  std::vector<std::uint64_t> limits_;
  std::vector<std::map<std::uint64_t, std::uint64_t>> done_;  ///< of each engine, ahead of it: from, count
};

}  // namespace httparity::html
