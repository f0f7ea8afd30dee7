#include "fuzz/html/fuzz_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "fuzz/html/engine.h"
#include "fuzz/html/sweep.h"
#include "run/envelope.h"

namespace httparity::html {
namespace {

TargetIdentity target_of(const char* role, const ParserInfo& info, const std::string& what) {
  TargetIdentity target;
  target.role = role;
  target.name = info.name.empty() ? what : info.name;
  if (what != target.name) target.address = what;
  if (!info.version.empty()) target.facts.push_back({"version", info.version});
  return target;
}

std::optional<FuzzSweep> sweep_of(const FuzzRun& run) {
  const EngineReport* last = nullptr;
  for (const EngineReport& engine : run.engines) {
    if ((engine.name == "sweep" || engine.name == "sweep3") && engine.next > 0) last = &engine;
  }
  if (last == nullptr) return std::nullopt;
  return sweep_table(last->name == "sweep3", last->next);
}

std::vector<Fact> plan_of(const FuzzRun& run, const FuzzOptions& options) {
  std::vector<Fact> facts = {{"seed", std::to_string(run.seed)}};
  if (options.runs) facts.push_back({"runs", std::to_string(*options.runs)});
  if (options.time) facts.push_back({"time", fmt::format("{} s", options.time->count())});
  facts.push_back({"jobs", std::to_string(options.jobs)});
  if (!options.engines.empty()) facts.push_back({"engines", fmt::format("{}", fmt::join(options.engines, ", "))});
  if (!options.ledger.empty()) facts.push_back({"ledger", options.ledger});
  if (!options.suites.empty()) facts.push_back({"suites", fmt::format("{}", fmt::join(options.suites, ", "))});
  if (!options.out.empty()) facts.push_back({"out", options.out});
  return facts;
}

}  // namespace

FuzzFinding report_finding(const Finding& finding) {
  FuzzFinding out;
  out.id = finding.id;
  out.key = finding.key;
  out.type = to_string(finding.kind);
  out.input = finding.minimal.data;
  out.context = to_string(finding.minimal.context);
  out.scripting = finding.minimal.scripting;
  out.reference = finding.expected;
  out.port = finding.actual;
  out.guilty = finding.guilty;
  out.mode = finding.mode;
  out.engine = finding.engine;
  out.index = finding.index;
  out.count = finding.count;
  out.raw_signatures = finding.raw_signatures;
  out.ledger = finding.ledger_id;
  out.unstable = finding.unstable;
  for (const Vote& vote : finding.votes) out.votes.push_back({vote.parser, vote.sides_with});
  out.messages = finding.messages;
  return out;
}

RunResult fuzz_report(const FuzzRun& run, const FuzzOptions& options) {
  RunResult out;
  out.envelope = begin_envelope("fuzz html");
  out.envelope.plan = plan_of(run, options);
  out.envelope.targets = {target_of("reference", run.reference, options.reference),
                          target_of("port", run.port, options.port)};
  if (!run.failure.empty()) out.envelope.failures.push_back({FailureCause::kTarget, run.failure});
  FuzzResult found;
  for (const EngineReport& engine : run.engines) {
    FuzzEngine one{engine.name, std::nullopt, engine.next, engine.cases, engine.unsupported, engine.differences};
    if (engine.size != Engine::kEndless) one.size = engine.size;
    found.engines.push_back(std::move(one));
  }
  found.raw_signatures = run.raw_signatures;
  for (const Finding& finding : run.findings) found.findings.push_back(report_finding(finding));
  std::stable_partition(found.findings.begin(), found.findings.end(),
                        [](const FuzzFinding& finding) { return finding.ledger.empty(); });
  found.stale_entries = run.stale_entries;
  found.expired_entries = run.expired_entries;
  found.worker_deaths = run.worker_deaths;
  found.sweep = sweep_of(run);
  found.compare_cpu_seconds = run.compare_cpu_seconds;
  found.reduce_cpu_seconds = run.reduce_cpu_seconds;
  found.replay_seconds = run.replay_seconds;
  out.found = std::move(found);
  return out;
}

}  // namespace httparity::html
