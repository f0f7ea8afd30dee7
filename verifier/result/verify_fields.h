#pragma once

#include <string>

#include "compare/compare.h"
#include "result/field_writer.h"
#include "result/ledger.h"
#include "result/verify_result.h"

namespace httparity {

// The JSON of what comparing found, as contracts/result.schema.json describes it, to be written and to be read.

template <typename Fields>
void describe(Fields& fields, Of<Fields, Place>& place) {
  fields("file", place.file);
  fields("line", place.line);
  fields("pointer", place.pointer);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, Side>& side) {
  fields("offset", side.span.begin);
  std::size_t length = side.span.size();
  fields("length", length);
  if constexpr (Fields::kReads) side.span.end = side.span.begin + length;
  fields.base64("base64", side.bytes);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, Difference>& difference) {
  fields.word("kind", difference.kind, difference_kind_name, DifferenceKind::kMetamorphic);
  fields.bytes("part", difference.part);
  fields.word("where", difference.where, where_name, Where::kConnection);
  fields("reference", difference.reference);
  fields("port", difference.port);
  fields.unless_empty("detail", difference.detail);
  fields.unless_empty("signature", difference.signature);
  fields.unless_empty("known", difference.known);
}

/// What a report calls an outcome; a flaky step's own stands beside it.
enum class VerdictWord { kParity, kDiffers, kUnknown, kFlaky };

inline const char* verdict_word_name(VerdictWord word) {
  constexpr const char* kNames[] = {"parity", "differs", "unknown", "flaky"};
  return kNames[static_cast<int>(word)];
}

inline const char* outcome_name(Outcome outcome) {
  return verdict_word_name(static_cast<VerdictWord>(outcome));
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, StepResult>& step) {
  fields("name", step.name);
  fields.bytes("request", step.request);
  fields.unless_empty("actor", step.actor);
  fields("place", step.place);
  auto word = step.flaky ? VerdictWord::kFlaky : static_cast<VerdictWord>(step.verdict.outcome);
  fields.word("verdict", word, verdict_word_name, VerdictWord::kFlaky);
  if constexpr (Fields::kReads) {
    step.flaky = word == VerdictWord::kFlaky;
    if (!step.flaky) step.verdict.outcome = static_cast<Outcome>(word);
  }
  if (step.flaky) fields.word("first", step.verdict.outcome, outcome_name, Outcome::kUnknown);
  fields.word("reason", step.verdict.reason, unknown_reason_name, UnknownReason::kTargetDown);
  fields.unless_empty("detail", step.verdict.detail);
  if (Fields::kReads ? fields.has("known") : step.known) fields("known", step.known);
  if (Fields::kReads ? fields.has("moved") : step.moved.has_value()) {
    fields.word("moved", step.moved, moved_name, Moved::kAll);
  }
  fields("differences", step.verdict.differences);
  fields("notes", step.verdict.notes);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, ScenarioResult>& scenario) {
  fields("name", scenario.name);
  fields("variant", scenario.variant);
  fields("contract", scenario.contract);
  fields("complete", scenario.complete);
  fields("notes", scenario.notes);
  fields("steps", scenario.steps);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LedgerScope>& scope) {
  fields("port", scope.port);
  fields("contract", scope.contract);
  fields("scenario", scope.scenario);
  fields("variant", scope.variant);
  fields("step", scope.step);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LedgerUse>& use) {
  auto& entry = use.entry;
  fields("signature", entry.signature);
  fields("scope", entry.scope);
  fields("reason", entry.reason);
  fields("owner", entry.owner);
  std::string day = Fields::kReads ? "" : render_day(entry.expires);
  fields("expires", day);
  if constexpr (Fields::kReads) {
    if (const auto parsed = parse_day(day)) {
      entry.expires = *parsed;
    } else {
      fields.refuse("expires", "is no day: write YYYY-MM-DD");
    }
  }
  fields("expired", use.expired);
  fields("hits", use.hits);
  fields("place", entry.place);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, MaskAudit>& mask) {
  fields.bytes("mask", mask.what);
  fields("why", mask.why);
  fields("place", mask.place);
  fields("hits", mask.use.hits);
  fields("needed", mask.use.needed);
  fields("bytes", mask.use.bytes);
  fields("largest_share", mask.use.largest_share);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, ComparedBytes>& bytes) {
  fields("compared", bytes.total);
  fields("masked", bytes.masked);
}

}  // namespace httparity
