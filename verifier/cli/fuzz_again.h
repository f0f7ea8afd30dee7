#pragma once

#include <string>

#include "fuzz/html/fuzz_options.h"
#include "result/fuzz_result.h"

namespace httparity {

/// The shell command that shows a finding again, as one line of printable ASCII: by its id where the run kept a state,
/// else by its input.
std::string fuzz_again(const FuzzFinding& finding, const html::FuzzOptions& options);

}  // namespace httparity
