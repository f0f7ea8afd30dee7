#include "result/load_result.h"

namespace httparity {

std::uint64_t LoadMeasurement::valid() const {
  std::uint64_t sum = 0;
  for (const LoadRequestCount& one : requests) sum += one.valid;
  return sum;
}

std::uint64_t LoadMeasurement::invalid() const {
  std::uint64_t sum = warmup_invalid;
  for (const LoadRequestCount& one : requests) sum += one.invalid;
  return sum;
}

std::uint64_t LoadMeasurement::answers() const {
  return valid() + invalid() + warmup_valid + in_flight_at_end;
}

std::uint64_t LoadMeasurement::error_count() const {
  std::uint64_t sum = 0;
  for (const LoadErrorCount& one : errors) sum += one.count;
  return sum;
}

double LoadMeasurement::rate_per_second() const {
  const double length = std::chrono::duration<double>(timed).count();
  return length > 0 ? static_cast<double>(valid()) / length : 0;
}

Histogram LoadMeasurement::latency() const {
  Histogram all;
  for (const LoadRequestCount& one : requests) all.merge(due > 0 ? one.response : one.service);
  return all;
}

}  // namespace httparity
