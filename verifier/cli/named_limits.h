#pragma once

#include <string>

#include "base/result.h"
#include "transport/options.h"
#include "wire/limits.h"

namespace httparity {

/// Applies `NAME=N`, such as "head-bytes=65536". An error says what there is to set.
Result<void> set_limit(Limits& limits, const std::string& assignment);

/// Applies `NAME=MS`, such as "first-byte=30000".
Result<void> set_time_limit(TimeLimits& limits, const std::string& assignment);

/// The names with their defaults, for help: "head-bytes=262144, fields=1000, ...".
std::string limits_help();
std::string time_limits_help();

}  // namespace httparity
