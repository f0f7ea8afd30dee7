#include "result/fuzz_result.h"

#include <algorithm>
#include <numeric>

namespace httparity {

std::uint64_t FuzzResult::cases() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const FuzzEngine& one) { return sum + one.cases; });
}

std::uint64_t FuzzResult::differences() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const FuzzEngine& one) { return sum + one.differences; });
}

std::size_t FuzzResult::new_findings() const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const FuzzFinding& one) { return one.ledger.empty(); }));
}

}  // namespace httparity
