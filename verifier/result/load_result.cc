#include "result/load_result.h"

#include <algorithm>

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
  for (const LoadErrorCount& error : errors) {
    if (error.name != "idle-close") sum += error.count;
  }
  return std::max(sum, unanswered);
}

double LoadMeasurement::rate_per_second() const {
  const double length = std::chrono::duration<double>(timed).count();
  return length > 0 ? static_cast<double>(valid()) / length : 0;
}

Histogram LoadMeasurement::latency() const {
  Histogram all;
  for (const LoadRequestCount& one : requests) all.merge(one.response.count() > 0 ? one.response : one.service);
  return all;
}

namespace {

double slope(const std::uint64_t (&counts)[2], std::uint64_t requests) {
  return requests == 0
             ? 0
             : (static_cast<double>(counts[1]) - static_cast<double>(counts[0])) / static_cast<double>(requests);
}

}  // namespace

double LoadInstructions::instructions_per_request() const {
  return slope(instructions, requests);
}

double LoadInstructions::allocations_per_request() const {
  return slope(allocations, requests);
}

double LoadInstructions::allocated_bytes_per_request() const {
  return slope(allocated_bytes, requests);
}

double LoadInstructions::cold_start_instructions() const {
  return 2 * static_cast<double>(instructions[0]) - static_cast<double>(instructions[1]);
}

}  // namespace httparity
