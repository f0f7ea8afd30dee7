#include "result/result_json.h"

#include "base/json_writer.h"
#include "result/exit_status.h"
#include "result/json_parts.h"

namespace httparity {
namespace {

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.text(text);
  json.end_array();
}

void write_facts(JsonWriter& json, std::string_view key, const std::vector<Fact>& facts) {
  json.key(key).begin_object();
  for (const Fact& fact : facts) json.key(fact.name).text(fact.value);
  json.end_object();
}

void write_side(JsonWriter& json, std::string_view key, const Side& side) {
  json.key(key).begin_object();
  json.key("offset").number(std::uint64_t{side.span.begin});
  json.key("length").number(std::uint64_t{side.span.size()});
  json.key("base64").base64(side.bytes);
  json.end_object();
}

}  // namespace

void write_place(JsonWriter& json, const Place& place) {
  json.begin_object();
  json.key("file").text(place.file);
  json.key("line").number(std::int64_t{place.line});
  json.key("pointer").text(place.pointer);
  json.end_object();
}

void write_difference(JsonWriter& json, const Difference& difference) {
  json.begin_object();
  json.key("kind").text(difference_kind_name(difference.kind));
  json.key("part").bytes(difference.part);
  json.key("where").text(where_name(difference.where));
  write_side(json, "reference", difference.reference);
  write_side(json, "port", difference.port);
  if (!difference.detail.empty()) json.key("detail").text(difference.detail);
  if (!difference.signature.empty()) json.key("signature").text(difference.signature);
  if (!difference.known.empty()) json.key("known").text(difference.known);
  json.end_object();
}

namespace {

void write_step(JsonWriter& json, const StepResult& step) {
  json.begin_object();
  json.key("name").text(step.name);
  json.key("request").bytes(step.request);
  if (!step.actor.empty()) json.key("actor").text(step.actor);
  json.key("place");
  write_place(json, step.place);
  json.key("verdict").text(verdict_name(step));
  json.key("reason");
  if (step.verdict.reason) {
    json.text(unknown_reason_name(*step.verdict.reason));
  } else {
    json.null();
  }
  if (!step.verdict.detail.empty()) json.key("detail").text(step.verdict.detail);
  if (step.known) json.key("known").boolean(true);
  if (step.moved) json.key("moved").text(moved_name(*step.moved));
  json.key("differences").begin_array();
  for (const Difference& difference : step.verdict.differences) write_difference(json, difference);
  json.end_array();
  write_texts(json, "notes", step.verdict.notes);
  json.end_object();
}

}  // namespace

void write_scenario(JsonWriter& json, const ScenarioResult& scenario) {
  json.begin_object();
  json.key("name").text(scenario.name);
  json.key("variant").text(scenario.variant);
  json.key("contract").text(scenario.contract);
  json.key("complete").boolean(scenario.complete);
  write_texts(json, "notes", scenario.notes);
  json.key("steps").begin_array();
  for (const StepResult& step : scenario.steps) write_step(json, step);
  json.end_array();
  json.end_object();
}

void write_ledger(JsonWriter& json, const std::vector<LedgerUse>& ledger) {
  json.begin_array();
  for (const LedgerUse& use : ledger) {
    json.begin_object();
    json.key("signature").text(use.entry.signature);
    json.key("reason").text(use.entry.reason);
    json.key("owner").text(use.entry.owner);
    json.key("expires").text(render_day(use.entry.expires));
    json.key("expired").boolean(use.expired);
    json.key("hits").number(std::uint64_t{use.hits});
    json.key("place");
    write_place(json, use.entry.place);
    json.end_object();
  }
  json.end_array();
}

namespace {

void write_counts(JsonWriter& json, const VerifyCounts& counts) {
  json.key("counts").begin_object();
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

void write_masks(JsonWriter& json, const std::vector<MaskAudit>& masks) {
  json.key("masks").begin_array();
  for (const MaskAudit& mask : masks) {
    json.begin_object();
    json.key("mask").bytes(mask.what);
    json.key("why").text(mask.why);
    json.key("place");
    write_place(json, mask.place);
    json.key("hits").number(std::uint64_t{mask.use.hits});
    json.key("needed").number(std::uint64_t{mask.use.needed});
    json.key("bytes").number(std::uint64_t{mask.use.bytes});
    json.key("largest_share").number(mask.use.largest_share);
    json.end_object();
  }
  json.end_array();
}

void write_bytes(JsonWriter& json, const ComparedBytes& bytes) {
  json.key("bytes").begin_object();
  json.key("compared").number(std::uint64_t{bytes.total});
  json.key("masked").number(std::uint64_t{bytes.masked});
  json.end_object();
}

void write_found(JsonWriter& json, std::monostate) {
  json.key("scenarios").begin_array();
  json.end_array();
}

void write_found(JsonWriter& json, const VerifyResult& result) {
  write_counts(json, count(result));
  write_bytes(json, result.bytes);
  write_masks(json, result.masks);
  json.key("ledger");
  write_ledger(json, result.ledger);
  json.key("scenarios").begin_array();
  for (const ScenarioResult& scenario : result.scenarios) write_scenario(json, scenario);
  json.end_array();
}

void write_found(JsonWriter& json, const LoadResult& result) {
  json.key("load");
  write_load(json, result);
  json.key("scenarios").begin_array();
  for (const LoadTarget& target : result.targets) {
    for (const ScenarioResult& scenario : target.differing) write_scenario(json, scenario);
  }
  json.end_array();
}

void write_targets(JsonWriter& json, const std::vector<TargetIdentity>& targets) {
  json.key("targets").begin_array();
  for (const TargetIdentity& target : targets) {
    json.begin_object();
    json.key("role").text(target.role);
    json.key("name").text(target.name);
    json.key("address").text(target.address);
    write_facts(json, "facts", target.facts);
    write_texts(json, "warnings", target.warnings);
    json.end_object();
  }
  json.end_array();
}

void write_failures(JsonWriter& json, const std::vector<Failure>& failures) {
  json.key("failures").begin_array();
  for (const Failure& failure : failures) {
    json.begin_object();
    json.key("cause").text(failure_cause_name(failure.cause));
    json.key("what").text(failure.what);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

const char* verdict_name(const StepResult& step) {
  if (step.flaky) return "flaky";
  switch (step.verdict.outcome) {
    case Outcome::kParity:
      return "parity";
    case Outcome::kDiffers:
      return "differs";
    case Outcome::kUnknown:
      return "unknown";
  }
  return "unknown";
}

std::string render_json(const RunResult& result) {
  const Envelope& envelope = result.envelope;
  JsonWriter json;
  json.begin_object();
  json.key("httparity_result").number(std::int64_t{1});
  json.key("command").text(envelope.command);
  json.key("exit").number(std::int64_t{static_cast<int>(exit_status(result))});
  json.key("complete").boolean(!envelope.interrupted);
  json.key("version").text(envelope.tool_version);
  json.key("started_at").text(envelope.started_at);
  json.key("elapsed_ms").number(std::chrono::duration<double, std::milli>(envelope.elapsed).count());
  write_facts(json, "environment", envelope.environment);
  write_facts(json, "plan", envelope.plan);
  write_targets(json, envelope.targets);
  write_failures(json, envelope.failures);
  write_texts(json, "notes", envelope.notes);
  std::visit([&](const auto& found) { write_found(json, found); }, result.found);
  json.end_object();
  return std::move(json).take();
}

}  // namespace httparity
