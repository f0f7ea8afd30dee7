#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/load_result.h"

namespace httparity {

/// Lines under a table: for each template with alternatives, how often which of its verified answers came, where any
/// but its own did. `name` is the target's, `measurements` are its rounds of one step.
std::string answers_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements);

/// Lines under a table: what each lane did, where some profile has a rate of its own.
std::string lanes_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements);

/// A line under a table where the client, not the server, was the limit of an open loop; else empty.
std::string overload_text(std::string_view name, const std::vector<const LoadMeasurement*>& measurements);

}  // namespace httparity
