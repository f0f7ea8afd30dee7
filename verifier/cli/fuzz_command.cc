#include "cli/fuzz_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/base64.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/fuzz_again.h"
#include "cli/fuzz_score.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_report.h"
#include "fuzz/html/merge.h"
#include "fuzz/html/one_input.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/record.h"
#include "fuzz/html/utf8.h"
#include "result/exit_status.h"
#include "run/envelope.h"

namespace httparity {
namespace {

using html::FuzzRun;

/// A run, or the error of an option, as a result.
RunResult result_of(const Result<FuzzRun>& run, const FuzzRequest& request) {
  if (!run) {
    RunResult result;
    result.envelope = begin_envelope("fuzz " + request.action);
    result.envelope.failures.push_back({FailureCause::kUsage, run.error().what});
    return result;
  }
  RunResult result = html::fuzz_report(*run, request.options);
  result.envelope.command = request.action == "repro" ? "repro" : "fuzz " + request.action;
  for (FuzzFinding& finding : std::get<FuzzResult>(result.found).findings) {
    finding.again = fuzz_again(finding, request.options);
  }
  return result;
}

/// A signal ends the run, and every wait for a parser.
void heed(const SignalWatch& signals, html::FuzzOptions& options) {
  options.stop = signals.token();
  options.limits.stop = [stop = options.stop] { return stop.stop_requested(); };
}

int run_html(const CommandLine& line) {
  FuzzRequest request = line.fuzz;
  const auto begin = std::chrono::steady_clock::now();
  const SignalWatch signals;
  heed(signals, request.options);
  request.options.status = [](const std::string& text) { fmt::print(stderr, "{}\n", escape_bytes(text)); };
  const Result<FuzzRun> run = html::fuzz_html(request.options);
  RunResult result = result_of(run, request);
  result.envelope.interrupted = signals.interrupted();
  if (run && request.with_score && !result.envelope.interrupted) add_score(request, result);
  result.envelope.elapsed = std::chrono::steady_clock::now() - begin;
  return write_reports(std::move(result), line);
}

Result<std::string> input_of(const FuzzInput& input) {
  constexpr std::size_t kMaxBytes = 16U << 20U;
  if (input.text) return *input.text;
  if (!input.file.empty()) return read_file(input.file, kMaxBytes);
  const auto bytes = decode_base64(input.base64);
  if (!bytes) return Error{"--base64: is no base64"};
  return *bytes;
}

int run_minimize(const CommandLine& line) {
  FuzzRequest request = line.fuzz;
  const SignalWatch signals;
  heed(signals, request.options);
  const Result<std::string> data = input_of(request.input);
  if (!data) return write_reports(result_of(data.error(), request), line);
  const html::HtmlCase input{html::decode_utf8(*data), html::parse_context(request.input.context),
                             request.input.scripting, false};
  RunResult result = result_of(html::judge_input(request.options, input, true), request);
  result.envelope.interrupted = signals.interrupted();
  return write_reports(std::move(result), line);
}

int run_repro(const CommandLine& line) {
  FuzzRequest request = line.fuzz;
  const SignalWatch signals;
  heed(signals, request.options);
  RunResult result = result_of(html::repeat_finding(request.options, request.id), request);
  result.envelope.interrupted = signals.interrupted();
  return write_reports(std::move(result), line);
}

int run_merge(const CommandLine& line) {
  return write_reports(result_of(html::merge_states(line.fuzz.options, line.fuzz.paths), line.fuzz), line);
}

int run_record(const CommandLine& line) {
  const auto fail = [](const Error& error, ExitStatus status) {
    fmt::print(stderr, "httparity: {}\n", escape_unprintable(error.what));
    return static_cast<int>(status);
  };
  const auto parser = html::open_parser(line.fuzz.options.reference);
  if (!parser) return fail(parser.error(), ExitStatus::kTarget);
  for (const std::string& file : line.fuzz.paths) {
    if (const Result<void> done = html::record_file(**parser, file); !done)
      return fail(done.error(), ExitStatus::kUsage);
  }
  return static_cast<int>(ExitStatus::kParity);
}

struct Action {
  std::string_view name;
  int (*run)(const CommandLine& line);
};

constexpr Action kActions[] = {
    {"html", run_html},   {"minimize", run_minimize}, {"repro", run_repro},
    {"merge", run_merge}, {"score", run_fuzz_score},  {"record", run_record},
};

}  // namespace

int run_fuzz(const CommandLine& line) {
  for (const Action& action : kActions) {
    if (action.name == line.fuzz.action) return action.run(line);
  }
  return static_cast<int>(ExitStatus::kInternal);
}

}  // namespace httparity
