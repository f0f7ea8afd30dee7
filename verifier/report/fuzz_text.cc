#include "report/fuzz_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/step_text.h"

namespace httparity {
namespace {

constexpr std::size_t kColumn = 52;
constexpr std::size_t kMaxLines = 40;
constexpr std::size_t kMaxKnown = 200;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size() && lines.size() <= 2 * kMaxLines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(escape_bytes(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

std::string input_text(const FuzzFinding& finding) {
  std::string out = fmt::format("\"{}\"", escape_bytes(finding.input));
  if (!finding.context.empty()) out += fmt::format(" in <{}>", escape_bytes(finding.context));
  if (finding.scripting) out += " with scripting";
  return out;
}

std::string engines_text(const FuzzResult& result) {
  std::string out;
  for (const FuzzEngine& engine : result.engines) {
    const std::string of = engine.size ? fmt::format(" of {}", *engine.size) : "";
    out += fmt::format("  {:<8} {:>10}{} cases, {} unsupported, {} differ\n", escape_bytes(engine.name), engine.cases,
                       of, engine.unsupported, engine.differences);
  }
  return out;
}

/// Rounded down: 100 % means every case.
std::string share(std::uint64_t done, std::uint64_t all) {
  if (all == 0 || done == 0) return "-";
  const double percent = std::floor(1000.0 * static_cast<double>(done) / static_cast<double>(all)) / 10;
  return percent >= 100  ? "100"
         : percent >= 10 ? fmt::format("{:.0f}", std::floor(percent))
                         : fmt::format("{:.1f}", percent);
}

/// Contexts down, groups of tokens across: the share of the sweep that was done.
std::string sweep_text(const FuzzSweep& sweep) {
  constexpr std::size_t kWidth = 11;
  std::string out =
      fmt::format("\n{}: percent done of each token in each context\n  {:<32}", escape_bytes(sweep.name), "");
  for (const std::string& group : sweep.groups) out += fmt::format(" {:>{}}", escape_bytes(group), kWidth);
  out += '\n';
  for (std::size_t row = 0; row < sweep.rows.size(); ++row) {
    std::vector<std::uint64_t> done(sweep.groups.size());
    std::vector<std::uint64_t> all(sweep.groups.size());
    for (std::size_t token = 0; token < sweep.tokens.size(); ++token) {
      done[sweep.group_of[token]] += sweep.done[row][token];
      all[sweep.group_of[token]] += sweep.cases_a_cell;
    }
    out += fmt::format("  {:<32}", escape_bytes(sweep.rows[row]));
    for (std::size_t group = 0; group < done.size(); ++group) {
      out += fmt::format(" {:>{}}", share(done[group], all[group]), kWidth);
    }
    out += '\n';
  }
  return out;
}

std::string score_text(const FuzzScore& score) {
  const auto percent = [](std::size_t part, std::size_t all) {
    return all == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
  };
  return fmt::format(
      "\nscore: {:.1f} % ({} of {} seeded faults killed; of {} that the foreign corpus misses, {}), {:.1f} s of CPU\n"
      "baseline, the foreign corpus and naive random cases: {:.1f} % ({})\n",
      percent(score.killed, score.faults), score.killed, score.faults, score.invisible, score.invisible_killed,
      score.cpu_seconds, percent(score.baseline_killed, score.faults), score.baseline_killed);
}

std::string known_text(const FuzzResult& result) {
  std::string out;
  std::size_t shown = 0;
  for (const FuzzFinding& finding : result.findings) {
    if (finding.ledger.empty()) continue;
    if (shown++ == kMaxKnown) {
      out += "  and more; --report json has them all\n";
      break;
    }
    out += fmt::format("  {} {:<28} {} x{}\n", escape_bytes(finding.id), escape_bytes(finding.ledger),
                       input_text(finding), finding.count);
  }
  return out.empty() ? out : "\nknown:\n" + out;
}

}  // namespace

std::string side_by_side(std::string_view reference, std::string_view port) {
  const std::vector<std::string> expected = lines_of(reference);
  const std::vector<std::string> actual = lines_of(port);
  std::string out;
  const std::size_t count = std::max(expected.size(), actual.size());
  for (std::size_t i = 0; i < std::min(count, kMaxLines); ++i) {
    const std::string one = i < expected.size() ? expected[i] : "";
    const std::string other = i < actual.size() ? actual[i] : "";
    out += fmt::format("      {:<{}} {} {}\n", one, kColumn, one == other ? ' ' : '*', other);
  }
  if (count > kMaxLines) out += "      and more lines; --report json has them all\n";
  return out;
}

std::string finding_text(const FuzzFinding& finding, const ReportOptions& options) {
  std::string out = fmt::format("  {} {} x{}\n", paint(escape_bytes(finding.id), kRed, options),
                                escape_bytes(finding.key), finding.count);
  out += fmt::format("    input    {}\n", input_text(finding));
  if (!finding.guilty.empty()) {
    out += fmt::format("    parts at \"{}\"{}\n", escape_bytes(finding.guilty),
                       finding.mode.empty() ? "" : ", insertion mode " + escape_bytes(finding.mode));
  }
  out += fmt::format("    found by {} {}\n", escape_bytes(finding.engine), finding.index);
  if (!finding.unstable.empty()) {
    out +=
        fmt::format("    nondeterministic: {} answered otherwise in a fresh process\n", escape_bytes(finding.unstable));
  }
  if (!finding.votes.empty()) {
    out += "    votes   ";
    for (const FuzzVote& vote : finding.votes) {
      out += fmt::format(" {}: {}", escape_bytes(vote.voter), escape_bytes(vote.sides_with));
    }
    out += " (a hint: one parser alone may be right)\n";
  }
  if (!finding.messages.empty()) out += fmt::format("    stderr   {}\n", escape_bytes(finding.messages));
  out += fmt::format("    again    {}\n", escape_unprintable(finding.again));
  out += fmt::format("      {:<{}}   {}\n", paint("reference", kDim, options), kColumn, paint("port", kDim, options));
  return out + side_by_side(finding.reference, finding.port);
}

std::string fuzz_text(const FuzzResult& result, const ReportOptions& options) {
  const std::size_t fresh = result.new_findings();
  std::string out;
  std::size_t shown = 0;
  if (fresh > 0) out += fmt::format("{}\n", paint("new:", kBold, options));
  for (const FuzzFinding& finding : result.findings) {
    if (!finding.ledger.empty()) continue;
    if (shown++ == options.shown) {
      out += fmt::format("  {} more are new; --report json has them all\n", fresh - options.shown);
      break;
    }
    out += finding_text(finding, options);
  }
  out += known_text(result);
  if (!out.empty()) out += '\n';
  out += engines_text(result);
  if (result.sweep) out += sweep_text(*result.sweep);
  if (result.score) out += score_text(*result.score);
  out += fmt::format("\n{} cases compared, {} differ, {} raw signatures, {} classes: {} new, {} known\n",
                     result.cases(), result.differences(), result.raw_signatures, result.findings.size(), fresh,
                     result.findings.size() - fresh);
  out += fmt::format("compared in {:.2f} s of CPU, reduced in {:.2f} s of CPU, replayed in {:.2f} s\n",
                     result.compare_cpu_seconds, result.reduce_cpu_seconds, result.replay_seconds);
  if (result.worker_deaths > 0) out += fmt::format("workers lost and replaced: {}\n", result.worker_deaths);
  for (const std::string& id : result.stale_entries) out += fmt::format("stale ledger entry: {}\n", escape_bytes(id));
  for (const std::string& id : result.expired_entries)
    out += fmt::format("expired ledger entry: {}\n", escape_bytes(id));
  if (result.cases() == 0) out += "nothing was compared\n";
  return out;
}

}  // namespace httparity
