#include "load/pinned.h"

namespace httparity {

PinnedHere::PinnedHere(const std::vector<int>& cpus) {
  if (cpus.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (const int cpu : cpus) CPU_SET(static_cast<unsigned>(cpu), &wanted);
  changed_ = ::sched_setaffinity(0, sizeof wanted, &wanted) == 0;
}

PinnedHere::~PinnedHere() {
  if (changed_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace httparity
