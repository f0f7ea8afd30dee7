#pragma once

#include <string>

#include "result/run_result.h"

namespace httparity {

/// What was measured as one page with tables and charts, made of `result` alone. Of any other command's result the page
/// is the text report.
std::string render_html(const RunResult& result);

}  // namespace httparity
