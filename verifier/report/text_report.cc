#include "report/text_report.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "report/fuzz_text.h"
#include "report/load_text.h"
#include "report/step_text.h"
#include "report/units.h"
#include "report/workflow_commands.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

std::string scenario_title(const ScenarioResult& scenario, const ReportOptions& options) {
  std::string title = escape_bytes(scenario.name);
  if (!scenario.variant.empty()) title += fmt::format(" [{}]", escape_bytes(scenario.variant));
  return paint(title, kBold, options);
}

std::string scenarios_text(const Envelope& envelope, const VerifyResult& result, const ReportOptions& options) {
  std::string out;
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for (const ScenarioResult& scenario : result.scenarios) {
    std::string lines;
    for (const StepResult& step : scenario.steps) {
      if (is_settled(step)) continue;
      if (shown == options.shown) {
        ++hidden;
        continue;
      }
      lines += step_text(envelope, scenario, step, options);
      ++shown;
    }
    for (const std::string& note : scenario.notes) lines += fmt::format("  note: {}\n", escape_unprintable(note));
    if (!scenario.complete) lines += "  stopped before its last step\n";
    if (!lines.empty()) out += scenario_title(scenario, options) + "\n" + lines + "\n";
  }
  if (hidden > 0) out += fmt::format("{} more exchanges stand out; --report json has them all\n\n", hidden);
  return out;
}

struct Tally {
  std::size_t exchanges = 0;
  std::string first;
};

/// Differences by kind and part: what a person reads first where hundreds of exchanges differ alike.
std::string tally_text(const VerifyResult& result, const ReportOptions& options) {
  std::map<std::pair<DifferenceKind, std::string>, Tally> tallies;
  for (const ScenarioResult& scenario : result.scenarios) {
    for (const StepResult& step : scenario.steps) {
      std::set<std::pair<DifferenceKind, std::string>> in_step;
      for (const Difference& difference : step.verdict.differences) {
        if (difference.known.empty()) in_step.insert({difference.kind, difference.part});
      }
      for (const auto& key : in_step) {
        Tally& tally = tallies[key];
        if (tally.exchanges++ == 0) tally.first = fmt::format("{} / {}", scenario.name, step.name);
      }
    }
  }
  if (tallies.empty()) return "";
  constexpr std::size_t kRows = 100;
  std::string out = paint("exchanges  difference", kBold, options) + "\n";
  std::size_t rows = 0;
  for (const auto& [key, tally] : tallies) {
    if (rows++ == kRows) {
      out += fmt::format("           and {} more\n", tallies.size() - kRows);
      break;
    }
    out += fmt::format("{:>9}  {:<18} {:<28} first in {}\n", tally.exchanges, difference_kind_name(key.first),
                       escape_unprintable(key.second), escape_bytes(tally.first));
  }
  return out + "\n";
}

std::string masks_text(const VerifyResult& result) {
  constexpr double kLargeShare = 0.25;
  std::string out;
  for (const MaskAudit& mask : result.masks) {
    if (mask.use.hits == 0) {
      out += fmt::format("mask never used: {}  {}\n", escape_unprintable(mask.what), place_text(mask.place));
      continue;
    }
    if (mask.use.needed == 0) {
      out += fmt::format("mask not needed in this run, all that it selects is equal: {}  {}\n",
                         escape_unprintable(mask.what), place_text(mask.place));
    }
    if (mask.use.largest_share > kLargeShare) {
      out += fmt::format("mask hides {:.0f} % of a body: {}  {}\n", 100 * mask.use.largest_share,
                         escape_unprintable(mask.what), place_text(mask.place));
    }
  }
  return out.empty() ? out : out + "\n";
}

std::string ledger_text(const VerifyResult& result) {
  constexpr std::size_t kRows = 100;
  std::string out;
  std::size_t rows = 0;
  for (const LedgerUse& use : result.ledger) {
    if (use.hits == 0) continue;
    if (rows++ == kRows) {
      out += "and more entries of the ledger\n";
      break;
    }
    out += fmt::format("{} {} times: {}  ({}; {} until {})  {}\n", use.expired ? "EXPIRED" : "known", use.hits,
                       escape_bytes(use.entry.signature), escape_bytes(use.entry.reason), escape_bytes(use.entry.owner),
                       render_day(use.entry.expires), place_text(use.entry.place));
  }
  return out.empty() ? out : out + "\n";
}

std::string counts_text(const VerifyCounts& counts) {
  std::string out = fmt::format("{} exchanges in {} scenarios: {} parity, {} differ, {} unknown", counts.exchanges,
                                counts.scenarios, counts.parity, counts.differs, counts.unknown);
  if (counts.known > 0) out += fmt::format(", {} differ as the ledger knows", counts.known);
  if (counts.flaky > 0) out += fmt::format(", {} flaky", counts.flaky);
  if (counts.obsolete_recordings > 0) out += fmt::format("; {} recordings obsolete", counts.obsolete_recordings);
  return out + "\n";
}

/// Rounded down: 100.0 % means every byte.
std::string bytes_text(const ComparedBytes& bytes) {
  if (bytes.total == 0) return "";
  const double share = static_cast<double>(bytes.total - bytes.masked) / static_cast<double>(bytes.total);
  return fmt::format("compared exactly: {:.1f} % of {} bytes\n", std::floor(share * 1000) / 10,
                     count_text(static_cast<double>(bytes.total)));
}

const char* status_words(ExitStatus status) {
  switch (status) {
    case ExitStatus::kParity:
      return "parity";
    case ExitStatus::kDifferences:
      return "differences";
    case ExitStatus::kUsage:
      return "usage, configuration or contract error";
    case ExitStatus::kTarget:
      return "a target could not be tested";
    case ExitStatus::kGate:
      return "bytes fine, a gate missed";
    case ExitStatus::kInconclusive:
      return "inconclusive";
    case ExitStatus::kInternal:
      return "internal error";
    case ExitStatus::kOutput:
      return "an output could not be written";
    case ExitStatus::kInterrupted:
    case ExitStatus::kTerminated:
      return "interrupted, incomplete";
  }
  return "";
}

std::string head_text(const Envelope& envelope) {
  std::string out = fmt::format("httparity {} {}\n", envelope.tool_version, envelope.command);
  for (const Fact& fact : envelope.plan) {
    out += fmt::format("  {:<10} {}\n", escape_bytes(fact.name), escape_bytes(fact.value));
  }
  for (const TargetIdentity& target : envelope.targets) {
    std::string line = escape_bytes(target.name);
    if (!target.address.empty() && target.address != target.name) line += " at " + escape_bytes(target.address);
    for (const Fact& fact : target.facts) {
      line += fmt::format(", {} {}", escape_bytes(fact.name), escape_bytes(fact.value));
    }
    out += fmt::format("  {:<10} {}\n", escape_bytes(target.role), line);
    for (const std::string& warning : target.warnings)
      out += fmt::format("  WARNING    {}\n", escape_unprintable(warning));
  }
  return out + "\n";
}

std::string end_text(const RunResult& result, const ReportOptions& options) {
  std::string out;
  for (const std::string& note : result.envelope.notes) out += fmt::format("note: {}\n", escape_unprintable(note));
  for (const Failure& failure : result.envelope.failures) {
    // A usage error begins with its file and line, where editors look for them.
    const bool is_usage = failure.cause == FailureCause::kUsage;
    if (!is_usage) out += paint(failure_cause_name(failure.cause), kRed, options) + ": ";
    out += escape_unprintable(failure.what) + "\n";
  }
  const ExitStatus status = exit_status(result);
  const char* sgr = status == ExitStatus::kParity ? kGreen : status == ExitStatus::kInconclusive ? kYellow : kRed;
  const bool compares = !std::holds_alternative<std::monostate>(result.found);
  const char* words = status == ExitStatus::kParity && !compares ? "done" : status_words(status);
  return out + paint(fmt::format("exit {}: {}", static_cast<int>(status), words), sgr, options) + "\n";
}

}  // namespace

std::string render_text(const RunResult& result, const ReportOptions& options) {
  std::string out = head_text(result.envelope);
  if (const auto* found = std::get_if<VerifyResult>(&result.found)) {
    out += scenarios_text(result.envelope, *found, options);
    out += tally_text(*found, options);
    out += masks_text(*found);
    out += ledger_text(*found);
    out += counts_text(count(*found));
    out += bytes_text(found->bytes);
  }
  if (const auto* found = std::get_if<LoadResult>(&result.found)) out += load_text(result.envelope, *found, options);
  if (const auto* found = std::get_if<FuzzResult>(&result.found)) out += fuzz_text(*found, options);
  return without_workflow_commands(out + end_text(result, options));
}

}  // namespace httparity
