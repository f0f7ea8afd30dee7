#pragma once

#include <cstdint>
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
  /// that is empty.
  SlicePlan(const std::vector<std::unique_ptr<Engine>>& engines, const std::vector<EngineReport>& reports,
            std::vector<std::uint64_t> limits);
  /// nullopt: all were handed out.
  std::optional<Job> next();

 private:
  std::vector<std::string> names_;
  std::vector<std::uint64_t> slice_cases_;
  std::vector<std::uint64_t> handed_;  ///< the first index of each engine that was not handed out
  std::vector<std::uint64_t> limits_;
};

}  // namespace httparity::html
