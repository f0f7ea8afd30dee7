#include "fuzz/html/fuzz_run.h"

#include <numeric>

namespace httparity::html {

std::uint64_t FuzzRun::cases() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EngineReport& one) { return sum + one.cases; });
}

std::uint64_t FuzzRun::differences() const {
  return std::accumulate(engines.begin(), engines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EngineReport& one) { return sum + one.differences; });
}

}  // namespace httparity::html
