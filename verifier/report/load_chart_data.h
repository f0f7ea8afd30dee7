#pragma once

#include <string>
#include <vector>

#include "report/load_summary.h"
#include "result/load_result.h"

namespace httparity {

/// What the page's script draws, as compact JSON without any `<`, so that it can stand inside a script element.
std::string load_chart_data(const LoadResult& result, const std::vector<StepSummary>& steps);

/// How many seconds of the timed part were whole, or as good as whole: in a part of one fewer answers come.
std::size_t whole_seconds(const LoadMeasurement& measurement);

}  // namespace httparity
