#include "cli/commands.h"

#include <fmt/format.h>

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "cli/accept_command.h"
#include "cli/demo.h"
#include "cli/fuzz_command.h"
#include "cli/import_command.h"
#include "cli/learn_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "load/load_run.h"
#include "result/exit_status.h"
#include "result/read_result.h"
#include "run/lint.h"
#include "run/record.h"
#include "run/selection.h"
#include "run/suite.h"
#include "run/verify.h"

namespace httparity {
namespace {

using RunFunction = RunResult (*)(const VerifyOptions& options, const std::function<void(const Progress&)>& on_progress,
                                  const std::stop_token& stop);

int run_and_report(RunFunction run, const CommandLine& line) {
  const SignalWatch signals;
  RunResult result;
  {
    ProgressLine progress;
    result = run(
        line.options, [&](const Progress& now) { progress.show(now); }, signals.token());
  }
  result.envelope.interrupted = signals.interrupted();
  return write_reports(std::move(result), line);
}

int run_verify(const CommandLine& line) {
  return run_and_report(verify, line);
}

int run_record(const CommandLine& line) {
  return run_and_report(record, line);
}

int run_load_command(const CommandLine& line) {
  const SignalWatch signals;
  RunResult result;
  {
    ProgressLine progress;
    result = run_load(
        line.load,
        [&](const LoadProgress& now) {
          progress.show_text(std::to_string(now.done) + " of " + std::to_string(now.measurements) + " measurements; " +
                             now.now);
        },
        signals.token());
  }
  result.envelope.interrupted = signals.interrupted();
  return write_reports(std::move(result), line);
}

int run_report(const CommandLine& line) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
  const SignalWatch signals;
  auto text = read_file(line.result, kMaxBytes);
  auto result = text ? parse_result(*std::move(text), line.result) : Result<RunResult>(text.error());
  if (result) return write_reports(*std::move(result), line);
  fmt::print(stderr, "httparity: {}\n", escape_unprintable(result.error().what));
  return static_cast<int>(ExitStatus::kUsage);
}

int run_lint(const CommandLine& line) {
  const SignalWatch signals;
  return write_reports(lint(line.options.paths), line);
}

int run_list(const CommandLine& line) {
  const SignalWatch signals;
  const SuiteReading reading = read_suites(line.options.paths);
  std::string text;
  for (const Error& error : reading.errors) text += escape_unprintable(error.what) + "\n";
  std::size_t exchanges = 0;
  const std::vector<WorkItem> items = select_work(reading.suites, line.options.selection);
  for (const WorkItem& item : items) {
    std::size_t count = 0;
    for (const Step& step : item.scenario->steps) count += is_selected(step, line.options.selection) ? 1 : 0;
    exchanges += count;
    std::string name = escape_bytes(item.scenario->name);
    if (!item.variant.name.empty()) name += "/" + escape_bytes(item.variant.name);
    text += fmt::format("{}  {}  {} exchanges\n", escape_bytes(item.contract->file), name, count);
  }
  text += fmt::format("{} scenarios, {} exchanges\n", items.size(), exchanges);
  if (write_stdout(text) == OutputEnd::kFailed) return static_cast<int>(ExitStatus::kOutput);
  if (!reading.errors.empty()) return static_cast<int>(ExitStatus::kUsage);
  return static_cast<int>(items.empty() ? ExitStatus::kInconclusive : ExitStatus::kParity);
}

int run_version(const CommandLine&) {
  const OutputEnd end = write_stdout(fmt::format("httparity {}\n", tool_version()));
  return static_cast<int>(end == OutputEnd::kFailed ? ExitStatus::kOutput : ExitStatus::kParity);
}

struct Command {
  std::string_view name;
  int (*run)(const CommandLine& line);
};

constexpr Command kCommands[] = {
    {"verify", run_verify}, {"self", run_verify},     {"record", run_record},     {"lint", run_lint},
    {"list", run_list},     {"demo", show_demo},      {"load", run_load_command}, {"learn", run_learn},
    {"accept", run_accept}, {"import", run_import},   {"report", run_report},     {"fuzz", run_fuzz},
    {"repro", run_fuzz},    {"version", run_version},
};

}  // namespace

int run_command_line(const CommandLine& line) {
  for (const Command& command : kCommands) {
    if (command.name == line.command) return command.run(line);
  }
  return static_cast<int>(ExitStatus::kInternal);
}

}  // namespace httparity
