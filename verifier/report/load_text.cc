#include "report/load_text.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "report/hex_view.h"
#include "report/load_lines.h"
#include "report/load_summary.h"
#include "report/load_trouble.h"
#include "report/replay.h"
#include "report/step_text.h"
#include "report/units.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

std::string cpu_text(const std::optional<double>& us) {
  return us ? fmt::format("{:.1f}", *us) : "-";
}

std::string row(std::string_view name, const TargetSummary& one) {
  const auto percentile = [&](double percent) { return percentile_text(one.latency, percent); };
  return fmt::format("  {:<16} {:>9.0f} {:>9.0f} {:>9.0f} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>7}\n",
                     name, one.rate.highest, one.rate.median, one.rate.lowest, percentile(50), percentile(90),
                     percentile(99), percentile(99.9), percentile(100), cpu_text(one.server_us),
                     cpu_text(one.client_us), one.invalid, one.errors);
}

std::string open_loop_row(std::string_view name, const TargetSummary& one) {
  if (one.due == 0) return "";
  return fmt::format("  {:<16} {} arrivals, {} not sent at the end; sent late by {} (p50), {} (p99), {} (max)\n", name,
                     one.due, one.backlog, percentile_text(one.lateness, 50), percentile_text(one.lateness, 99),
                     percentile_text(one.lateness, 100));
}

std::string ratio_text(const LoadResult& result, const PairedRatio& ratio, const ReportOptions& options) {
  return fmt::format("  {:<16} {}x the reference's rate ({:.3f} to {:.3f}, 95 % of {} rounds): {}\n",
                     escape_bytes(result.targets[ratio.target].name),
                     paint(fmt::format("{:.3f}", ratio.median), kBold, options), ratio.low, ratio.high,
                     ratio.ratios.size(), ratio_verdict(ratio));
}

std::string resources_text(std::string_view name, const TargetSummary& one) {
  if (!one.rss_idle_bytes) return "";
  return fmt::format("  {:<16} memory {} idle, {} under load, {} peak; its busiest thread ran {:.0f} % of the time\n",
                     name, memory_text(*one.rss_idle_bytes), memory_text(*one.rss_load_bytes),
                     memory_text(*one.rss_peak_bytes), 100 * *one.busiest_thread);
}

std::string step_table(const LoadResult& result, const StepSummary& step, const ReportOptions& options) {
  const LoadStepPlan& plan = result.steps[step.step];
  std::string out =
      paint(step_name(plan), kBold, options) +
      (plan.rate_per_second > 0 ? ": valid answers per second, latency from the intended start"
                                : ": valid answers per second, latency from the send or from when its connect began") +
      "\n";
  out += fmt::format("  {:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>7}\n", "", "best",
                     "median", "worst", "p50", "p90", "p99", "p99.9", "max", "server us", "client us", "invalid",
                     "errors");
  std::string ratios;
  std::string below;
  for (const TargetSummary& one : step.targets) {
    const std::string name = escape_bytes(result.targets[one.target].name);
    out += row(name, one);
    if (one.ratio) ratios += ratio_text(result, *one.ratio, options);
    const std::string lanes = lanes_text(name, one.rounds);
    below += lanes.empty() ? open_loop_row(name, one) : lanes;
    below += overload_text(name, one.rounds) + answers_text(name, one.rounds);
    below += resources_text(name, one);
    below += connects_text(name, plan, one);
    below += client_delay_text(name, one);
    below += errors_text(name, one);
  }
  if (plan.client_capacity) {
    below += fmt::format("  the client itself manages {:.0f} a second here (null server, answers of the same size)\n",
                         *plan.client_capacity);
  }
  return out + ratios + below + "\n";
}

// Each target's rate over the steps, beside the reference's.
std::string overview_table(const LoadResult& result, const std::vector<StepSummary>& steps,
                           const ReportOptions& options) {
  if (steps.size() < 2) return "";
  std::string out = paint("by step", kBold, options) + ": median rate, its ratio to the reference, p50 and p99\n";
  for (const StepSummary& step : steps) {
    for (const TargetSummary& one : step.targets) {
      out += fmt::format("  {:<28} {:<16} {:>9.0f} {:>9} {:>9} {:>9}{}\n",
                         &one == &step.targets.front() ? step_name(result.steps[step.step]) : "",
                         escape_bytes(result.targets[one.target].name), one.rate.median,
                         one.ratio ? fmt::format("{:.3f}x", one.ratio->median) : std::string(),
                         percentile_text(one.latency, 50), percentile_text(one.latency, 99),
                         one.ratio && one.ratio->indistinguishable ? "  indistinguishable" : "");
    }
  }
  return out + "\n";
}

std::string instructions_text(const LoadResult& result) {
  std::string out;
  for (const LoadInstructions& one : result.instructions) {
    const std::string name = escape_bytes(result.targets[one.target].name);
    if (!one.refused.empty()) {
      out += fmt::format("{}: not counted: {}\n", name, escape_bytes(one.refused));
      continue;
    }
    out += fmt::format(
        "{}: {:.0f} instructions and {:.2f} allocations ({:.0f} bytes) per request, outside the kernel; {:.1f} "
        "million instructions to start, settle and stop ({} and {} requests under valgrind)\n",
        name, one.instructions_per_request(), one.allocations_per_request(), one.allocated_bytes_per_request(),
        one.cold_start_instructions() / 1e6, one.requests, 2 * one.requests);
  }
  return out.empty() ? out : out + "\n";
}

std::string targets_text(const LoadResult& result) {
  std::string out;
  for (const LoadTarget& target : result.targets) {
    const std::string name = escape_bytes(target.name);
    if (target.compared > 0 && target.differing.empty()) {
      out += fmt::format("{}: {} exchanges held against the reference", name, target.compared);
      out += target.ledger.empty()
                 ? std::string("; they don't differ\n")
                 : fmt::format("; it differs as {} entries of the ledger say:\n", target.ledger.size());
      for (const LedgerUse& use : target.ledger) {
        out += fmt::format("  {} times: {} ({})\n", use.hits, escape_bytes(use.entry.signature),
                           escape_bytes(use.entry.reason));
      }
    }
    if (!target.cold_start.empty()) {
      std::vector<double> times;
      for (const auto time : target.cold_start) times.push_back(static_cast<double>(time.count()));
      const Spread spread = spread_of(std::move(times));
      const auto shown = [](double ns) { return time_text(std::chrono::nanoseconds(static_cast<std::int64_t>(ns))); };
      out += fmt::format("{}: from its start to its first answer {} (best {}, worst {})\n", name, shown(spread.median),
                         shown(spread.lowest), shown(spread.highest));
    }
    if (result.gates.search) {
      const auto step = highest_step_that_holds(result, static_cast<std::size_t>(&target - result.targets.data()));
      out += fmt::format("{}: the highest step that holds: {}\n", name,
                         step ? step_name(result.steps[*step]) : std::string("none"));
    }
    if (!target.refused.empty()) out += fmt::format("{}: NO NUMBER: {}\n", name, escape_bytes(target.refused));
  }
  return out.empty() ? out : out + "\n";
}

// The scenario and step that a replay repeats, with the targets of this measurement.
std::string replay_of(const Envelope& envelope, const LoadResult& result, std::string_view contract,
                      std::string_view scenario, std::string_view variant, std::string_view step, std::size_t target) {
  Envelope verify = envelope;
  verify.command = "verify";
  verify.replay = {"--reference", result.targets.front().name, "--port", result.targets[target].name};
  ScenarioResult where;
  where.contract = contract;
  where.name = scenario;
  where.variant = variant;
  StepResult which;
  which.name = step;
  return replay_command(verify, where, which);
}

std::string wrong_text(const Envelope& envelope, const LoadResult& result, const ReportOptions& options) {
  constexpr std::size_t kShown = 10;
  std::string out;
  std::size_t shown = 0;
  for (const LoadWrongAnswer& wrong : result.wrong) {
    if (shown++ == kShown) {
      out += fmt::format("{} more wrong answers were kept; --report json has them all\n", result.wrong.size() - kShown);
      break;
    }
    const std::size_t at = first_unequal(wrong.expected, wrong.received);
    out += fmt::format("{} {}: {} / {} after {}, from byte {} on\n", paint("WRONG ANSWER", kRed, options),
                       escape_bytes(result.targets[wrong.target].name), escape_bytes(wrong.scenario),
                       escape_bytes(wrong.request_name), time_text(wrong.at), at);
    for (const Difference& difference : wrong.differences) out += difference_text(difference, options);
    if (!wrong.detail.empty()) out += fmt::format("  {}\n", escape_bytes(wrong.detail));
    out += "  expected\n";
    for (const std::string& line : hex_view(wrong.expected, 0, at, options.hex_rows)) out += "    " + line + "\n";
    out += "  received\n";
    for (const std::string& line : hex_view(wrong.received, 0, at, options.hex_rows)) out += "    " + line + "\n";
    out += fmt::format("  replay: {}\n", replay_of(envelope, result, wrong.contract, wrong.scenario, wrong.variant,
                                                   wrong.request_name, wrong.target));
  }
  return out.empty() ? out : out + "\n";
}

std::string differing_text(const Envelope& envelope, const LoadResult& result, const ReportOptions& options) {
  std::string out;
  std::size_t shown = 0;
  for (const LoadTarget& target : result.targets) {
    for (const ScenarioResult& scenario : target.differing) {
      for (const StepResult& step : scenario.steps) {
        if (shown++ >= options.shown) continue;
        Envelope verify = envelope;
        verify.command = "verify";
        verify.replay = {"--reference", result.targets.front().name, "--port", target.name};
        out += step_text(verify, scenario, step, options);
      }
    }
  }
  return out.empty() ? out : out + "\n";
}

std::string audits_text(const LoadResult& result) {
  std::string out;
  for (const LoadAudit& audit : result.audits) {
    const std::string open = audit.unacknowledged == 0
                                 ? ""
                                 : fmt::format(", {} unacknowledged that may be there or not", audit.unacknowledged);
    out += fmt::format("audit of {}, round {}: {} acknowledged {}{}: {}\n",
                       escape_bytes(result.targets[audit.target].name), audit.round + 1, audit.acknowledged,
                       escape_bytes(audit.request_name), open, audit.passed ? "all there, nothing else" : "FAILED");
    if (!audit.output.empty()) out += fmt::format("  {}\n", escape_bytes(audit.output));
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace

LoadTexts load_texts(const Envelope& envelope, const LoadResult& result, const ReportOptions& options) {
  return {targets_text(result), instructions_text(result), wrong_text(envelope, result, options),
          differing_text(envelope, result, options), audits_text(result)};
}

std::string load_text(const Envelope& envelope, const LoadResult& result, const ReportOptions& options) {
  const LoadTexts texts = load_texts(envelope, result, options);
  const std::vector<StepSummary> steps = summarize(result);
  std::string out = texts.differing + texts.targets;
  for (const StepSummary& step : steps) out += step_table(result, step, options);
  out += overview_table(result, steps, options) + texts.instructions + texts.wrong + texts.audits;
  for (const std::string& reason : missed_gates(result)) out += "missed: " + escape_bytes(reason) + "\n";
  const std::vector<std::string> voids = void_reasons(result);
  for (const std::string& reason : voids) out += paint("VOID", kRed, options) + ": " + escape_bytes(reason) + "\n";
  if (!voids.empty()) out += "The figures above mean nothing: the run is void.\n";
  return out;
}

}  // namespace httparity
