#pragma once

#include <chrono>

namespace httparity {

/// How long and how often the bench measures.
struct BenchPlan {
  bool quick = false;
  int rounds = 5;
  std::chrono::milliseconds duration{1000};
};

}  // namespace httparity
