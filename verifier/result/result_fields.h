#pragma once

#include <cmath>
#include <variant>

#include "result/exit_status.h"
#include "result/fuzz_fields.h"
#include "result/load_fields.h"
#include "result/run_result.h"
#include "result/verify_fields.h"

namespace httparity {

// The JSON of a whole result, as contracts/result.schema.json describes it, to be written and to be read.

template <typename Fields>
void describe(Fields& fields, Of<Fields, TargetIdentity>& target) {
  fields("role", target.role);
  fields("name", target.name);
  fields("address", target.address);
  fields.facts("facts", target.facts);
  fields("warnings", target.warnings);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, Failure>& failure) {
  fields.word("cause", failure.cause, failure_cause_name, FailureCause::kInternal);
  fields("what", failure.what);
}

inline const char* interruption_name(Interruption interruption) {
  return interruption == Interruption::kInterrupt ? "interrupt" : "terminate";
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, Envelope>& envelope) {
  fields("version", envelope.tool_version);
  fields("started_at", envelope.started_at);
  double elapsed_ms = std::chrono::duration<double, std::milli>(envelope.elapsed).count();
  fields("elapsed_ms", elapsed_ms);
  if constexpr (Fields::kReads) envelope.elapsed = std::chrono::nanoseconds(std::llround(elapsed_ms * 1e6));
  if (Fields::kReads ? fields.has("interrupted") : envelope.interrupted.has_value()) {
    fields.word("interrupted", envelope.interrupted, interruption_name, Interruption::kTerminate);
  }
  fields.facts("environment", envelope.environment);
  fields.facts("plan", envelope.plan);
  fields("replay", envelope.replay);
  fields("targets", envelope.targets);
  fields("failures", envelope.failures);
  fields("notes", envelope.notes);
}

inline void write_counts(JsonWriter& json, const VerifyCounts& counts) {
  json.begin_object();
  json.key("scenarios").number(std::uint64_t{counts.scenarios});
  json.key("exchanges").number(std::uint64_t{counts.exchanges});
  json.key("parity").number(std::uint64_t{counts.parity});
  json.key("differs").number(std::uint64_t{counts.differs});
  json.key("known").number(std::uint64_t{counts.known});
  json.key("unknown").number(std::uint64_t{counts.unknown});
  json.key("flaky").number(std::uint64_t{counts.flaky});
  json.key("obsolete_recordings").number(std::uint64_t{counts.obsolete_recordings});
  json.key("differences").begin_object();
  for (const auto& [difference, times] : counts.differences) {
    json.key(difference_kind_name(difference)).number(std::uint64_t{times});
  }
  json.end_object();
  json.end_object();
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, RunResult>& result) {
  std::uint64_t version = 1;
  fields("httparity_result", version);
  if (version != 1) fields.refuse("httparity_result", "is a version that this httparity doesn't know");
  fields("command", result.envelope.command);
  fields.derived("exit", [&] { return static_cast<int>(exit_status(result)); });
  fields.derived("complete", [&] { return !result.envelope.interrupted; });
  describe(fields, result.envelope);
  if constexpr (Fields::kReads) {
    if (fields.has("load")) result.found = LoadResult{};
    if (fields.has("fuzz")) result.found = FuzzResult{};
    if (fields.has("counts")) result.found = VerifyResult{};
  }
  if (auto* verify = std::get_if<VerifyResult>(&result.found)) {
    fields.derived_json("counts", [&](JsonWriter& json) { write_counts(json, count(*verify)); });
    fields("bytes", verify->bytes);
    fields("masks", verify->masks);
    fields("ledger", verify->ledger);
    fields("scenarios", verify->scenarios);
    return;
  }
  if (auto* fuzz = std::get_if<FuzzResult>(&result.found)) fields("fuzz", *fuzz);
  std::vector<ScenarioResult> differing;  // of all targets, in their order
  auto* load = std::get_if<LoadResult>(&result.found);
  if (load != nullptr) {
    fields("load", *load);
    for (const LoadTarget& target : load->targets) {
      if (Fields::kReads) break;
      differing.insert(differing.end(), target.differing.begin(), target.differing.end());
    }
  }
  fields("scenarios", differing);
  if constexpr (Fields::kReads) {
    auto next = differing.begin();
    if (load != nullptr) {
      for (LoadTarget& target : load->targets) {
        for (ScenarioResult& scenario : target.differing) {
          if (next == differing.end()) return fields.refuse("scenarios", "are fewer than the load's targets say");
          scenario = std::move(*next++);
        }
      }
    }
    if (next != differing.end()) fields.refuse("scenarios", "are more than the load's targets say");
  }
}

}  // namespace httparity
