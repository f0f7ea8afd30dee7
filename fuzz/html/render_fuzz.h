#pragma once

#include <string>

#include "fuzz/html/fuzz_result.h"

namespace httparity::html {

/// For a person: what ran, what is new (first, each with its minimal input, both answers side by side, votes and the
/// command that shows it again), what is known, what is stale. Printable ASCII, whatever the parsers said.
std::string render_fuzz_text(const FuzzResult& result, const std::string& repro_command);

/// One finding in full, as the text report shows it.
std::string render_finding(const Finding& finding, const std::string& repro_command);

/// For programs: the spine of every httparity result, and all findings in full under "fuzz".
std::string render_fuzz_json(const FuzzResult& result);

}  // namespace httparity::html
