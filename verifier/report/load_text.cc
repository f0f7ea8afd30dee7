#include "report/load_text.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "report/hex_view.h"
#include "report/replay.h"
#include "report/step_text.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

// "812 us", "3.21 ms", "1.20 s".
std::string time_text(std::chrono::nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns < 1e6) return fmt::format("{:.0f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.2f} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

std::string bytes_text(double bytes) {
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

using Measurements = std::vector<const LoadMeasurement*>;

Measurements of(const LoadResult& result, std::size_t step, std::size_t target) {
  Measurements out;
  for (const LoadMeasurement& one : result.measurements) {
    if (one.step == step && one.target == target && one.failure.empty()) out.push_back(&one);
  }
  return out;
}

template <typename Figure>
Spread spread(const Measurements& measurements, const Figure& figure) {
  std::vector<double> values;
  for (const LoadMeasurement* one : measurements) values.push_back(figure(*one));
  return spread_of(std::move(values));
}

Histogram merged(const Measurements& measurements, const Histogram& (*take)(const LoadMeasurement&)) {
  Histogram out;
  for (const LoadMeasurement* one : measurements) out.merge(take(*one));
  return out;
}

Histogram latency_of(const Measurements& measurements) {
  Histogram out;
  for (const LoadMeasurement* one : measurements) out.merge(one->latency());
  return out;
}

double per_answer_us(double seconds, const LoadMeasurement& one) {
  return one.answers() == 0 ? 0 : seconds * 1e6 / static_cast<double>(one.answers());
}

std::string row(std::string_view name, const Measurements& measurements) {
  const Spread rate = spread(measurements, [](const LoadMeasurement& one) { return one.rate_per_second(); });
  const Histogram latency = latency_of(measurements);
  std::uint64_t invalid = 0;
  std::uint64_t errors = 0;
  bool has_server = false;
  for (const LoadMeasurement* one : measurements) {
    invalid += one->invalid();
    errors += one->error_count() + one->unanswered;
    has_server = has_server || one->server;
  }
  const double server = spread(measurements, [](const LoadMeasurement& one) {
                          return one.server ? per_answer_us(one.server->cpu_seconds, one) : 0;
                        }).median;
  const double client = spread(measurements, [](const LoadMeasurement& one) {
                          return per_answer_us(one.client_cpu_seconds, one);
                        }).median;
  const auto percentile = [&](double percent) { return time_text(latency.percentile(percent)); };
  return fmt::format("  {:<16} {:>9.0f} {:>9.0f} {:>9.0f} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8.1f} {:>8} {:>7}\n",
                     name, rate.highest, rate.median, rate.lowest, percentile(50), percentile(90), percentile(99),
                     percentile(99.9), time_text(latency.max()),
                     has_server ? fmt::format("{:.1f}", server) : std::string("-"), client, invalid, errors);
}

std::string open_loop_row(std::string_view name, const Measurements& measurements) {
  const Histogram lateness =
      merged(measurements, [](const LoadMeasurement& one) -> const Histogram& { return one.lateness; });
  std::uint64_t due = 0;
  std::uint64_t backlog = 0;
  for (const LoadMeasurement* one : measurements) {
    due += one->due;
    backlog += one->backlog_at_end;
  }
  if (due == 0) return "";
  return fmt::format("  {:<16} {} arrivals, {} not sent at the end; sent late by {} (p50), {} (p99), {} (max)\n", name,
                     due, backlog, time_text(lateness.percentile(50)), time_text(lateness.percentile(99)),
                     time_text(lateness.max()));
}

std::string ratio_text(const LoadResult& result, const PairedRatio& ratio, const ReportOptions& options) {
  std::string verdict = ratio.ratios.size() < kRoundsForAnInterval ? "indistinguishable: four rounds are the least"
                        : ratio.indistinguishable                  ? "indistinguishable"
                        : ratio.median > 1                         ? "faster than the reference"
                                                                   : "slower than the reference";
  verdict += ratio.within_spread ? "; by the plain rule within the spread" : "; by the plain rule beyond the spread";
  return fmt::format("  {:<16} {}x the reference's rate ({:.3f} to {:.3f}, 95 % of {} rounds): {}\n",
                     escape_bytes(result.targets[ratio.target].name),
                     paint(fmt::format("{:.3f}", ratio.median), kBold, options), ratio.low, ratio.high,
                     ratio.ratios.size(), verdict);
}

std::string memory_text(std::string_view name, const Measurements& measurements) {
  std::string out;
  for (const LoadMeasurement* one : measurements) {
    if (!one->server) continue;
    const auto median = [&](std::uint64_t ServerUse::*field) {
      return bytes_text(spread(measurements, [&](const LoadMeasurement& each) {
                          return each.server ? static_cast<double>((*each.server).*field) : 0;
                        }).median);
    };
    out = fmt::format("  {:<16} memory {} idle, {} under load, {} peak\n", name, median(&ServerUse::rss_idle_bytes),
                      median(&ServerUse::rss_load_bytes), median(&ServerUse::rss_peak_bytes));
    break;
  }
  return out;
}

std::string errors_text(std::string_view name, const Measurements& measurements) {
  std::map<std::string, LoadErrorCount> errors;
  std::string out;
  for (const LoadMeasurement* one : measurements) {
    for (const LoadErrorCount& error : one->errors) {
      LoadErrorCount& sum = errors[error.name];
      if (sum.count == 0) sum = {error.name, 0, error.first, error.first_at};
      sum.count += error.count;
    }
    if (const auto words = backlog_words(*one)) out += fmt::format("  {:<16} {}\n", name, *words);
  }
  for (const auto& [error_name, error] : errors) {
    out += fmt::format("  {:<16} {} {}, the first after {}: {}\n", name, error.count, error_name,
                       time_text(error.first_at), escape_bytes(error.first));
  }
  return out;
}

std::string step_table(const LoadResult& result, std::size_t step, const ReportOptions& options) {
  const LoadStepPlan& plan = result.steps[step];
  std::string out = paint(step_name(plan), kBold, options) +
                    (plan.rate_per_second > 0 ? ": valid answers per second, latency from the intended start"
                                              : ": valid answers per second, latency from the send") +
                    "\n";
  out += fmt::format("  {:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>7}\n", "", "best",
                     "median", "worst", "p50", "p90", "p99", "p99.9", "max", "server us", "client us", "invalid",
                     "errors");
  std::string below;
  for (std::size_t target = 0; target < result.targets.size(); ++target) {
    const Measurements measurements = of(result, step, target);
    if (measurements.empty()) continue;
    const std::string name = escape_bytes(result.targets[target].name);
    out += row(name, measurements);
    below += open_loop_row(name, measurements);
    below += memory_text(name, measurements);
    below += errors_text(name, measurements);
  }
  for (const PairedRatio& ratio : compare_rounds(result)) {
    if (ratio.step == step) out += ratio_text(result, ratio, options);
  }
  if (plan.client_capacity) {
    below += fmt::format("  the client itself manages {:.0f} a second here (null server, answers of the same size)\n",
                         *plan.client_capacity);
  }
  return out + below + "\n";
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
    out += fmt::format("audit of {}, round {}: {} acknowledged {}: {}\n",
                       escape_bytes(result.targets[audit.target].name), audit.round + 1, audit.acknowledged,
                       escape_bytes(audit.request_name), audit.passed ? "all there, nothing else" : "FAILED");
    if (!audit.passed) out += fmt::format("  {}\n", escape_bytes(audit.output));
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace

std::string load_text(const Envelope& envelope, const LoadResult& result, const ReportOptions& options) {
  std::string out = differing_text(envelope, result, options);
  out += targets_text(result);
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    bool any = false;
    for (const LoadMeasurement& one : result.measurements) any = any || one.step == step;
    if (any) out += step_table(result, step, options);
  }
  out += wrong_text(envelope, result, options);
  out += audits_text(result);
  for (const std::string& reason : missed_gates(result)) out += "missed: " + escape_bytes(reason) + "\n";
  const std::vector<std::string> voids = void_reasons(result);
  for (const std::string& reason : voids) out += paint("VOID", kRed, options) + ": " + escape_bytes(reason) + "\n";
  if (!voids.empty()) out += "The figures above mean nothing: the run is void.\n";
  return out;
}

}  // namespace httparity
