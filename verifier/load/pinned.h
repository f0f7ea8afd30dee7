#pragma once

#include <sched.h>

#include <vector>

namespace httparity {

/// While it lives, the calling thread, and what it starts, runs on `cpus` alone; without any, nothing changes.
class PinnedHere {
 public:
  explicit PinnedHere(const std::vector<int>& cpus);
  ~PinnedHere();
  PinnedHere(const PinnedHere&) = delete;
  PinnedHere& operator=(const PinnedHere&) = delete;

 private:
  cpu_set_t before_{};
  bool changed_ = false;
};

}  // namespace httparity
