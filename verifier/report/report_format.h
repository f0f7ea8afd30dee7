#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "result/run_result.h"

namespace httparity {

struct ReportOptions {
  bool color = false;        ///< SGR escape sequences, for a terminal
  std::size_t hex_rows = 4;  ///< of 16 bytes, for each side of a difference
  std::size_t shown = 200;   ///< exchanges that stand out and are shown in full; all are counted

  friend bool operator==(const ReportOptions&, const ReportOptions&) = default;
};

/// One way to show a result.
struct ReportFormat {
  const char* name;  ///< as in `--report NAME`
  const char* help;
  std::string (*render)(const RunResult& result, const ReportOptions& options);
};

/// Every format there is.
std::span<const ReportFormat> report_formats();

/// The format called `name`; nullptr where there is none.
const ReportFormat* find_report_format(std::string_view name);

}  // namespace httparity
