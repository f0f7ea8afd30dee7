#include "load/bench/bars.h"

#include <fmt/format.h>

#include <algorithm>

namespace httparity {

void Bars::hold(const std::string& what, double value, double bar, bool met, const char* relation) {
  ++(met ? met_ : missed_);
  if (!met) shortfalls_ += fmt::format("  missed: {}: {:.2f}, bar {} {:.2f}\n", what, value, relation, bar);
}

std::string Bars::report() const {
  return fmt::format("{}bench load: {} of {} bars met\n", shortfalls_, met_, met_ + missed_);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace httparity
