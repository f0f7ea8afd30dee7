#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "base/file.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

constexpr int kBrokenPipe = 141;  // what a shell shows for a command that SIGPIPE ended

/// Writes the reports that have a path; true where one could not be written, which is then a failure of `result`.
bool write_files(const CommandLine& line, const ReportOptions& options, RunResult& result) {
  bool failed = false;
  for (const ReportRequest& report : line.reports) {
    if (report.path.empty()) continue;
    if (auto written = write_file(report.path, report.format->render(result, options)); !written) {
      const Failure failure{FailureCause::kOutput, written.error().what};
      auto& failures = result.envelope.failures;
      if (std::find(failures.begin(), failures.end(), failure) != failures.end()) continue;
      failures.push_back(failure);
      failed = true;
    }
  }
  return failed;
}

}  // namespace

OutputEnd write_stdout(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno == EPIPE ? OutputEnd::kClosed : OutputEnd::kFailed;
    }
  }
  return OutputEnd::kWritten;
}

int write_reports(RunResult result, const CommandLine& line) {
  ReportOptions plain;
  if (write_files(line, plain, result)) write_files(line, plain, result);
  const auto to_stdout = std::find_if(line.reports.begin(), line.reports.end(),
                                      [](const ReportRequest& report) { return report.path.empty(); });
  const ReportFormat* format = to_stdout == line.reports.end() ? find_report_format("text") : to_stdout->format;
  ReportOptions shown;
  shown.color = wants_color(line.color);
  const OutputEnd end = write_stdout(format->render(result, shown));
  if (end == OutputEnd::kClosed) return kBrokenPipe;
  if (end == OutputEnd::kFailed) result.envelope.failures.push_back({FailureCause::kOutput, "standard output"});
  return static_cast<int>(exit_status(result));
}

bool wants_color(ColorChoice choice) {
  if (choice != ColorChoice::kAuto) return choice == ColorChoice::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') && term != nullptr && std::string_view(term) != "dumb" &&
         isatty(STDOUT_FILENO) == 1;
}

}  // namespace httparity
