#include "report/report_format.h"

#include <algorithm>

#include "report/junit_report.h"
#include "report/load_html.h"
#include "report/text_report.h"
#include "result/hdr_log.h"
#include "result/result_json.h"

namespace httparity {
namespace {

std::string render_json_report(const RunResult& result, const ReportOptions&) {
  return render_json(result);
}

std::string render_hdr_report(const RunResult& result, const ReportOptions&) {
  const auto* found = std::get_if<LoadResult>(&result.found);
  return render_hdr_log(found == nullptr ? LoadResult{} : *found);
}

std::string render_html_report(const RunResult& result, const ReportOptions&) {
  return render_html(result);
}

constexpr ReportFormat kFormats[] = {
    {"text", "for people: each difference with hex, offset and a command that replays it", render_text},
    {"json", "for programs, as contracts/result.schema.json describes it", render_json_report},
    {"junit", "for build machines: one test case for each exchange", render_junit},
    {"html", "one page with tables and charts, for a load", render_html_report},
    {"hdr", "latencies under load as an HdrHistogram log", render_hdr_report},
};

}  // namespace

std::span<const ReportFormat> report_formats() {
  return kFormats;
}

const ReportFormat* find_report_format(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                   [&](const ReportFormat& format) { return format.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace httparity
