#pragma once

#include <string>

#include "report/report_format.h"
#include "result/run_result.h"

namespace httparity {

/// What a load found as tables: for each step the rates and latencies of each target beside the reference, what
/// verdict that allows, errors, the wrong answers in full, and why the run is void where it is.
std::string load_text(const Envelope& envelope, const LoadResult& result, const ReportOptions& options);

}  // namespace httparity
