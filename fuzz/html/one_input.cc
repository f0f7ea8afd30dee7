#include "fuzz/html/one_input.h"

#include <fmt/format.h>

#include "fuzz/html/checkpoint.h"
#include "fuzz/html/insertion_mode.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/replay.h"
#include "fuzz/html/triage.h"

namespace httparity::html {
namespace {

constexpr const char* kEngine = "input";

Finding as_it_is(Pair& pair, const HtmlCase& input, Judged judged) {
  Finding finding = finding_of(pair, input, std::move(judged));
  finding.first = input;
  finding.engine = kEngine;
  finding.count = 1;
  return finding;
}

Result<void> look_up(const FuzzOptions& options, FuzzRun& run) {
  const Result<Ledger> ledger = read_ledger(options.ledger);
  if (!ledger) return ledger.error();
  const Ledger own = ledger->for_pair(run.reference.name, run.port.name);
  for (Finding& finding : run.findings) {
    if (const LedgerEntry* entry = own.find(finding.key)) finding.ledger_id = entry->id;
  }
  return {};
}

}  // namespace

Result<FuzzRun> judge_input(const FuzzOptions& options, const HtmlCase& input, bool minimise) {
  FuzzRun run;
  auto reference = open_isolated_parser(options.reference, "", options.limits);
  auto port = open_isolated_parser(options.port, "", options.limits);
  for (const auto* side : {&reference, &port}) {
    if (*side) continue;
    run.failure = side->error().what;
    return run;
  }
  run.reference = (*reference)->info();
  run.port = (*port)->info();
  Pair pair(*std::move(reference), *std::move(port), options.merge_text);
  Judged judged = pair.judge_one(input);
  EngineReport engine{kEngine, 1, 1, 0, 0, 0};
  if (judged.kind == VerdictKind::kUnsupported) {
    engine.unsupported = 1;
  } else {
    engine.cases = 1;
    engine.differences = is_difference(judged.kind) ? 1 : 0;
  }
  run.engines = {engine};
  if (!is_difference(judged.kind)) return run;
  run.raw_signatures = 1;
  std::optional<Finding> finding;
  if (minimise) {
    RawBucket bucket;
    bucket.kind = judged.kind;
    bucket.shortest = input;
    bucket.engine = kEngine;
    bucket.count = 1;
    finding = reduce_bucket(pair, bucket);
  }
  run.findings.push_back(finding ? *std::move(finding) : as_it_is(pair, input, std::move(judged)));
  if (const Result<void> looked = look_up(options, run); !looked) return looked.error();
  replay_findings(options, {&run.findings.front()});
  collect_votes(options, {&run.findings.front()});
  return run;
}

Result<FuzzRun> repeat_finding(FuzzOptions options, const std::string& id) {
  const std::string path = state_path(options.out);
  const Result<Checkpoint> state = read_checkpoint(path);
  if (!state) return state.error();
  for (const auto& [key, finding] : state->findings) {
    if (finding.id != id) continue;
    options.reference = state->reference;
    options.port = state->port;
    return judge_input(options, finding.minimal, false);
  }
  return Error{fmt::format("{}: holds no finding {}", path, id)};
}

}  // namespace httparity::html
