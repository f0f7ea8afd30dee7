#pragma once

#include <string>

#include "report/report_format.h"
#include "result/run_result.h"

namespace httparity {

/// Colours of the text report, as SGR parameters.
inline constexpr const char* kRed = "31";
inline constexpr const char* kGreen = "32";
inline constexpr const char* kYellow = "33";
inline constexpr const char* kBold = "1";
inline constexpr const char* kDim = "2";

/// `text` in a colour, where `options` want colour.
std::string paint(std::string_view text, const char* sgr, const ReportOptions& options);

/// `contract.json:41`, escaped.
std::string place_text(const Place& place);

/// One difference as indented lines: kind, part, what stands on either side as hex and visible text.
std::string difference_text(const Difference& difference, const ReportOptions& options);

/// One exchange as indented lines: verdict, name, request, place, its differences, each with a command that replays it.
std::string step_text(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step,
                      const ReportOptions& options);

/// Parity, or different as the ledger knows, and nothing else to say.
bool is_settled(const StepResult& step);

}  // namespace httparity
