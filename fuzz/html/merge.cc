#include "fuzz/html/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/file.h"
#include "fuzz/html/engine_plan.h"
#include "fuzz/html/findings_book.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/state_lock.h"

namespace httparity::html {
namespace {

std::string pair_of(const Checkpoint& state) {
  return fmt::format("{} {} against {} {}", state.port_parser.name, state.port_parser.version,
                     state.reference_parser.name, state.reference_parser.version);
}

/// Runs of one identity made the same inputs in the same order: of each engine, the one that came further has both.
void add_part(std::vector<RunPart>& parts, const RunPart& more) {
  const auto known =
      std::find_if(parts.begin(), parts.end(), [&](const RunPart& one) { return one.identity == more.identity; });
  if (known == parts.end()) {
    parts.push_back(more);
    return;
  }
  for (std::size_t i = 0; i < std::min(known->engines.size(), more.engines.size()); ++i) {
    if (more.engines[i].next > known->engines[i].next) known->engines[i] = more.engines[i];
  }
}

void add_class(std::map<std::string, Finding>& findings, const Finding& more) {
  const auto [place, fresh] = findings.try_emplace(more.key, more);
  if (fresh) return;
  Finding& known = place->second;
  const std::uint64_t count = std::max(known.count, more.count);
  const std::uint64_t raw_signatures = std::max(known.raw_signatures, more.raw_signatures);
  if (is_smaller(more, known)) known = more;
  known.count = count;
  known.raw_signatures = raw_signatures;
}

/// Engines by name over all parts, in the order in which they are first met.
std::vector<EngineReport> engines_of(const std::vector<RunPart>& parts) {
  std::vector<EngineReport> engines;
  for (const RunPart& part : parts) {
    for (const EngineReport& one : part.engines) {
      const auto known =
          std::find_if(engines.begin(), engines.end(), [&](const EngineReport& each) { return each.name == one.name; });
      if (known == engines.end()) {
        engines.push_back(one);
      } else if (depends_on_seed(one.name)) {
        known->next += one.next;
        known->cases += one.cases;
        known->unsupported += one.unsupported;
        known->differences += one.differences;
      } else if (one.next > known->next) {
        *known = one;
      }
    }
  }
  return engines;
}

}  // namespace

Result<Checkpoint> merge_checkpoints(const std::vector<Checkpoint>& states) {
  Checkpoint out;
  std::map<std::string, Finding> pending;
  for (const Checkpoint& state : states) {
    if (&state == &states.front()) {
      out.reference = state.reference;
      out.port = state.port;
      out.reference_parser = state.reference_parser;
      out.port_parser = state.port_parser;
    } else if (pair_of(state) != pair_of(out)) {
      return Error{fmt::format("states of two pairs can't be merged: {}; {}", pair_of(out), pair_of(state))};
    }
    if (state.parts.empty()) {
      add_part(out.parts, {state.identity, state.engines});
    } else {
      for (const RunPart& part : state.parts) add_part(out.parts, part);
    }
    for (const auto& [key, finding] : state.findings) add_class(out.findings, finding);
    for (const auto& [hash, key] : state.reduced) out.reduced.try_emplace(hash, key);
    for (const Finding& one : state.pending) add_class(pending, one);
  }
  out.identity = "merged";
  out.engines = engines_of(out.parts);
  for (auto& [raw, one] : pending) {
    if (!out.reduced.contains(hash_of(raw))) out.pending.push_back(std::move(one));
  }
  return out;
}

Result<FuzzRun> merge_states(const FuzzOptions& options, const std::vector<std::string>& folders) {
  std::vector<Checkpoint> states;
  for (const std::string& folder : folders) {
    Result<Checkpoint> state = read_checkpoint(state_path(folder));
    if (!state) return state.error();
    states.push_back(*std::move(state));
  }
  const Result<Checkpoint> merged = merge_checkpoints(states);
  if (!merged) return merged.error();
  std::error_code failed;
  std::filesystem::create_directories(options.out, failed);
  if (failed) return Error{fmt::format("{}: {}", options.out, failed.message())};
  const Result<Descriptor> lock = lock_state(options.out);
  if (!lock) return lock.error();
  if (const Result<void> written = write_file(state_path(options.out), write_checkpoint(*merged)); !written) {
    return written.error();
  }
  const Result<Ledger> ledger = read_ledger(options.ledger);
  if (!ledger) return ledger.error();
  const Ledger own = ledger->for_pair(merged->reference_parser.name, merged->port_parser.name);
  FuzzRun run;
  run.reference = merged->reference_parser;
  run.port = merged->port_parser;
  run.engines = merged->engines;
  for (EngineReport& engine : run.engines) engine.size = engine_size(engine.name);
  run.raw_signatures = merged->reduced.size() + merged->pending.size();
  for (const auto& [key, finding] : merged->findings) {
    run.findings.push_back(finding);
    if (const LedgerEntry* entry = own.find(key)) run.findings.back().ledger_id = entry->id;
  }
  for (const Finding& one : merged->pending) {
    run.findings.push_back(
        unreduced_finding(one.key, {one.kind, one.first, one.index, one.engine, one.count}, "its run ended before"));
  }
  return run;
}

}  // namespace httparity::html
