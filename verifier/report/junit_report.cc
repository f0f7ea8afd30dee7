#include "report/junit_report.h"

#include <fmt/format.h>

#include <chrono>

#include "base/code_point.h"
#include "base/text.h"
#include "report/fuzz_junit.h"
#include "report/replay.h"
#include "report/step_text.h"
#include "report/workflow_commands.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

std::string details(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step,
                    const ReportOptions& options) {
  ReportOptions plain = options;
  plain.color = false;
  std::string out = fmt::format("{} {}\n", place_text(step.place), escape_bytes(step.request));
  if (!step.verdict.detail.empty()) out += escape_bytes(step.verdict.detail) + "\n";
  for (const Difference& difference : step.verdict.differences) out += difference_text(difference, plain);
  for (const std::string& note : step.verdict.notes) out += fmt::format("note: {}\n", escape_bytes(note));
  return without_workflow_commands(out + "replay: " + replay_command(envelope, scenario, step) + "\n");
}

/// What a list of failures shows in one line.
std::string message(const StepResult& step) {
  if (step.verdict.differences.empty()) return escape_bytes(step.verdict.detail);
  std::string out;
  for (const Difference& difference : step.verdict.differences) {
    if (out.size() > 200) return out + " ...";
    if (!out.empty()) out += ", ";
    out += fmt::format("{} {}", difference_kind_name(difference.kind), escape_bytes(difference.part));
  }
  return out;
}

std::string type(const StepResult& step) {
  if (step.flaky) return "flaky";
  if (step.verdict.reason) return unknown_reason_name(*step.verdict.reason);
  return step.verdict.differences.empty() ? "differs" : difference_kind_name(step.verdict.differences.front().kind);
}

std::string test_case(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step,
                      const ReportOptions& options) {
  std::string class_name = scenario.contract + "/" + scenario.name;
  if (!scenario.variant.empty()) class_name += "/" + scenario.variant;
  const std::string begin =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_text(class_name), xml_text(step.name));
  if (!step.flaky && step.verdict.outcome == Outcome::kParity) return begin + "/>\n";
  const char* element = !step.flaky && step.verdict.outcome == Outcome::kDiffers ? "failure" : "error";
  return begin + fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", element,
                             type(step), xml_text(message(step)), xml_text(details(envelope, scenario, step, options)));
}

std::string test_suite(const Envelope& envelope, const ScenarioResult& scenario, const ReportOptions& options) {
  const VerifyCounts counts = count(VerifyResult{{scenario}, {}});
  std::string name = scenario.name;
  if (!scenario.variant.empty()) name += " [" + scenario.variant + "]";
  std::string out = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
                                xml_text(name), counts.exchanges, counts.differs, counts.unknown + counts.flaky);
  for (const StepResult& step : scenario.steps) out += test_case(envelope, scenario, step, options);
  return out + "  </testsuite>\n";
}

/// What went wrong with the run as a whole, so that a build machine that reads this file alone can't miss it. What
/// makes the run worth less, such as certificates that weren't verified, is a test that was skipped: seen, and no
/// failure.
std::string run_suite(const Envelope& envelope) {
  const std::size_t errors = envelope.failures.size() + (envelope.interrupted ? 1 : 0);
  std::size_t warnings = 0;
  for (const TargetIdentity& target : envelope.targets) warnings += target.warnings.size();
  if (errors + warnings == 0) return "";
  std::string out =
      fmt::format("  <testsuite name=\"httparity\" tests=\"{}\" failures=\"0\" errors=\"{}\" skipped=\"{}\">\n",
                  errors + warnings, errors, warnings);
  const auto add = [&](const char* cause, std::string_view what) {
    out += fmt::format(
        "    <testcase classname=\"httparity\" name=\"{0}\"><error type=\"{0}\" message=\"{1}\"/></testcase>\n", cause,
        xml_text(what));
  };
  for (const Failure& failure : envelope.failures) add(failure_cause_name(failure.cause), failure.what);
  if (envelope.interrupted) add("interrupted", "a signal ended the run: it is incomplete");
  for (const TargetIdentity& target : envelope.targets) {
    for (const std::string& warning : target.warnings) {
      out +=
          fmt::format("    <testcase classname=\"httparity\" name=\"{0}\"><skipped message=\"{0}: {1}\"/></testcase>\n",
                      xml_text(target.role), xml_text(warning));
    }
  }
  return out + "  </testsuite>\n";
}

/// Each measurement is a test case: it fails on wrong answers. What voids the run is an error of the whole.
std::string load_suites(const LoadResult& result) {
  std::vector<std::string> errors = void_reasons(result);
  for (std::string& reason : missed_gates(result)) errors.push_back(std::move(reason));
  std::size_t failures = 0;
  std::string cases;
  for (const LoadMeasurement& one : result.measurements) {
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_text(result.targets[one.target].name),
                         xml_text(measurement_name(result, one)));
    if (one.invalid() == 0) {
      cases += "/>\n";
      continue;
    }
    ++failures;
    cases += fmt::format(
        ">\n      <failure type=\"invalid\" message=\"{} invalid answers beside {} valid ones\"/>\n"
        "    </testcase>\n",
        one.invalid(), one.valid());
  }
  for (const std::string& error : errors) {
    cases += fmt::format(
        "    <testcase classname=\"httparity\" name=\"gate\"><error type=\"gate\" message=\"{}\"/></testcase>\n",
        xml_text(error));
  }
  std::string out = fmt::format("  <testsuite name=\"load\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
                                result.measurements.size() + errors.size(), failures, errors.size());
  return out + cases + "  </testsuite>\n";
}

bool is_xml_char(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
         c >= 0x10000;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_code_point(text);
    const bool markup = c == '<' || c == '>' || c == '&' || c == '"';
    if (!is_xml_char(c)) {
      out += "&#xFFFD;";
    } else if (c == '\n' || (c >= 0x20 && c < 0x7f && !markup)) {
      out += static_cast<char>(c);
    } else {
      out += fmt::format("&#x{:X};", static_cast<unsigned>(c));
    }
  }
  return out;
}

std::string render_junit(const RunResult& result, const ReportOptions& options) {
  const Envelope& envelope = result.envelope;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"httparity {}\" time=\"{:.3f}\">\n", xml_text(envelope.command),
                     std::chrono::duration<double>(envelope.elapsed).count());
  out += run_suite(envelope);
  if (const auto* found = std::get_if<VerifyResult>(&result.found)) {
    for (const ScenarioResult& scenario : found->scenarios) out += test_suite(envelope, scenario, options);
  }
  if (const auto* found = std::get_if<LoadResult>(&result.found)) {
    for (const LoadTarget& target : found->targets) {
      for (const ScenarioResult& scenario : target.differing) out += test_suite(envelope, scenario, options);
    }
    out += load_suites(*found);
  }
  if (const auto* found = std::get_if<FuzzResult>(&result.found)) out += fuzz_suite(*found);
  return out + "</testsuites>\n";
}

}  // namespace httparity
