#include "import/losses.h"

#include <fmt/format.h>

namespace httparity {

void LossCounter::add(const std::string& what, const std::string& where) {
  constexpr std::size_t kMostKinds = 1000;
  const auto known = counts_.find(what);
  if (known != counts_.end()) {
    ++known->second.times;
  } else if (counts_.size() < kMostKinds) {
    order_.push_back(what);
    counts_[what] = {where, 1};
  } else {
    add("other losses, of more kinds than are told apart", where);
  }
}

std::vector<ImportLoss> LossCounter::take() && {
  std::vector<ImportLoss> losses;
  for (const std::string& what : order_) {
    const Count& count = counts_[what];
    losses.push_back({count.first, count.times == 1 ? what : fmt::format("{} ({} times)", what, count.times)});
  }
  return losses;
}

}  // namespace httparity
