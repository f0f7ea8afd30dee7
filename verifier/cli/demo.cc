#include "cli/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "result/exit_status.h"
#include "run/demo.h"

namespace httparity {
namespace {

/// The first difference in a few words: where, and what stands on either side.
std::string first_difference(const RunResult& result) {
  constexpr std::size_t kShown = 24;
  const auto* found = std::get_if<VerifyResult>(&result.found);
  if (found == nullptr) return "";
  for (const ScenarioResult& scenario : found->scenarios) {
    for (const StepResult& step : scenario.steps) {
      if (step.verdict.differences.empty()) continue;
      const Difference& difference = step.verdict.differences.front();
      const auto shown = [](const Side& side) {
        return side.bytes.empty() ? std::string("nothing")
                                  : "\"" + escape_bytes(std::string_view(side.bytes).substr(0, kShown)) + "\"";
      };
      if (difference.reference.bytes == difference.port.bytes) {
        return fmt::format("{}: {}", escape_bytes(difference.part), escape_bytes(difference.detail));
      }
      return fmt::format("{}: {} became {}", escape_bytes(difference.part), shown(difference.reference),
                         shown(difference.port));
    }
  }
  return "";
}

std::string row(const RunResult& result, const PlantedFault* fault) {
  const bool is_right = shows_what_was_planted(result, fault);
  const auto* found = std::get_if<VerifyResult>(&result.found);
  if (fault == nullptr) {
    const std::size_t exchanges = found == nullptr ? 0 : count(*found).exchanges;
    return fmt::format("{:<18} {} exchanges, {}\n", "no fault", exchanges, is_right ? "parity" : "NOT parity");
  }
  return fmt::format("{:<18} {:<9} {}\n{:<28} {}\n", difference_kind_name(fault->kind),
                     is_right ? "found" : "NOT FOUND", fault->about, "", first_difference(result));
}

int written(const std::string& text, ExitStatus status) {
  return static_cast<int>(write_stdout(text) == OutputEnd::kFailed ? ExitStatus::kOutput : status);
}

int list_faults() {
  std::string text;
  for (const PlantedFault& fault : planted_faults()) {
    text += fmt::format("{:<18} {}\n", difference_kind_name(fault.kind), fault.about);
  }
  return written(text, ExitStatus::kParity);
}

/// One fault with the whole report that it gets.
int show_fault(const CommandLine& line) {
  const auto faults = planted_faults();
  const auto fault = std::find_if(faults.begin(), faults.end(), [&](const PlantedFault& one) {
    return *line.fault == difference_kind_name(one.kind);
  });
  if (fault == faults.end()) {
    fmt::print(stderr, "httparity: --fault {}: there is no such fault: httparity demo --list\n",
               escape_bytes(*line.fault));
    return static_cast<int>(ExitStatus::kUsage);
  }
  const SignalWatch signals;
  const RunResult result = run_demo(&*fault, signals.token());
  ReportOptions options;
  options.color = wants_color(line.color);
  const bool is_right = shows_what_was_planted(result, &*fault);
  return written(find_report_format("text")->render(result, options) + row(result, &*fault),
                 is_right ? ExitStatus::kParity : ExitStatus::kDifferences);
}

}  // namespace

int show_demo(const CommandLine& line) {
  if (line.list) return list_faults();
  if (line.fault) return show_fault(line);
  const SignalWatch signals;
  write_stdout(
      "One small server plays the reference, another the port: first as it should be, then with one planted\n"
      "fault after the other. Each must be found as what it is, and nothing without one.\n\n");
  const RunResult clean = run_demo(nullptr, signals.token());
  std::size_t wrong = shows_what_was_planted(clean, nullptr) ? 0 : 1;
  write_stdout(row(clean, nullptr));
  for (const PlantedFault& fault : planted_faults()) {
    if (signals.interrupted()) return static_cast<int>(ExitStatus::kInterrupted);
    const RunResult result = run_demo(&fault, signals.token());
    wrong += shows_what_was_planted(result, &fault) ? 0 : 1;
    if (write_stdout(row(result, &fault)) == OutputEnd::kFailed) return static_cast<int>(ExitStatus::kOutput);
  }
  return written(wrong == 0
                     ? fmt::format("\nAll {} faults found, none without one. Try httparity demo --fault header-moved\n",
                                   planted_faults().size())
                     : fmt::format("\n{} of the demo's runs came out wrong\n", wrong),
                 wrong == 0 ? ExitStatus::kParity : ExitStatus::kDifferences);
}

}  // namespace httparity
