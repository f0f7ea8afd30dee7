#include "fuzz/html/fuzz_result.h"

#include <algorithm>
#include <numeric>

namespace httparity::html {

std::uint64_t FuzzResult::cases() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EngineReport& one) { return sum + one.cases; });
}

std::uint64_t FuzzResult::differences() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EngineReport& one) { return sum + one.differences; });
}

std::size_t FuzzResult::new_findings() const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const Finding& one) { return one.ledger_id.empty(); }));
}

int exit_status(const FuzzResult& result) {
  constexpr int kInterrupted = 130;
  constexpr int kTargetFailed = 3;
  constexpr int kInconclusive = 5;
  if (result.interrupted) return kInterrupted;
  if (result.new_findings() > 0) return 1;
  if (!result.failure.empty()) return kTargetFailed;
  if (result.cases() == 0 || !result.stale_entries.empty() || !result.expired_entries.empty()) return kInconclusive;
  return 0;
}

}  // namespace httparity::html
