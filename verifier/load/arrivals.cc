#include "load/arrivals.h"

namespace httparity {

Arrivals::Arrivals(Process process, double rate_per_second, Clock::time_point begin, double phase, std::uint64_t seed)
    : process_(process), period_ns_(1e9 / rate_per_second), begin_(begin), phase_(phase), random_(seed), gap_(1.0) {
  due_ns_ = process == Process::kConstant ? phase * period_ns_ : gap_(random_) * period_ns_;
}

void Arrivals::advance() {
  ++count_;
  // A product, not a sum of periods: after a night the schedule still hasn't drifted.
  due_ns_ = process_ == Process::kConstant ? (static_cast<double>(count_) + phase_) * period_ns_
                                           : due_ns_ + gap_(random_) * period_ns_;
}

}  // namespace httparity
