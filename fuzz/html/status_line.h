#pragma once

#include <string>

#include "fuzz/html/findings_book.h"
#include "fuzz/html/fuzz_run.h"

namespace httparity::html {

/// One line that says how far a run is: each engine (percent and cases of those that end), `rate` in cases a second,
/// the findings.
std::string status_line(const FuzzRun& run, FindingsBook& book, double rate, std::size_t deaths);

}  // namespace httparity::html
