#pragma once

#include <string>
#include <utility>
#include <vector>

namespace httparity {

/// What a figure depends on beside the options: processor, memory, mitigations, how this program was built, what else
/// the machine was doing. Names and values for a report; what can't be read is left out.
std::vector<std::pair<std::string, std::string>> machine_facts();

}  // namespace httparity
