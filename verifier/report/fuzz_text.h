#pragma once

#include <string>

#include "report/report_format.h"
#include "result/run_result.h"

namespace httparity {

/// The text report of fuzzing: what is new first, each with its minimal input, both answers side by side, votes and the
/// command that shows it again; then what is known, how far each engine came, the sweep's table, the score, and ledger
/// entries that are stale. Printable ASCII, whatever was fuzzed said.
std::string fuzz_text(const FuzzResult& result, const ReportOptions& options);

/// One finding in full.
std::string finding_text(const FuzzFinding& finding, const ReportOptions& options);

/// Both answers in two columns; lines that differ have a mark between them.
std::string side_by_side(std::string_view reference, std::string_view port);

}  // namespace httparity
