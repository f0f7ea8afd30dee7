#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace httparity {

/// Takes the lock that keeps two benchmarks of this machine from measuring each other; it is held as long as the
/// descriptor lives. Waits up to `patience`; an error says who to wait for.
Result<Descriptor> lock_benchmarks(const std::string& path, std::chrono::milliseconds patience,
                                   const std::stop_token& stop);

/// Where the lock stands: the same file for every user of the machine.
std::string benchmark_lock_path();

}  // namespace httparity
