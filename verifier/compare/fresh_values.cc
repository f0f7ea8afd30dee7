#include "compare/fresh_values.h"

namespace httparity {

std::uint64_t FreshValues::begin_exchange() {
  const std::lock_guard lock(mutex_);
  return ++exchanges_;
}

bool FreshValues::repeats(OnSide side, const std::string& mask, std::string_view value, std::uint64_t exchange) {
  const std::lock_guard lock(mutex_);
  FirstSeen& seen = (side == OnSide::kReference ? on_reference_ : on_port_)[mask];
  return seen.try_emplace(std::string(value), exchange).first->second != exchange;
}

}  // namespace httparity
