#pragma once

#include "result/field_writer.h"
#include "result/fuzz_result.h"

namespace httparity {

// The JSON of fuzzing, as contracts/fuzz-result.schema.json describes it, to be written and to be read.

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzEngine>& engine) {
  fields("name", engine.name);
  fields("size", engine.size);
  fields("next", engine.next);
  fields("cases", engine.cases);
  fields("unsupported", engine.unsupported);
  fields("differences", engine.differences);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzVote>& vote) {
  fields("voter", vote.voter);
  fields("sides_with", vote.sides_with);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzFinding>& finding) {
  fields("id", finding.id);
  fields.bytes("key", finding.key);
  fields("type", finding.type);
  fields("ledger", finding.ledger);
  fields.base64("input", finding.input);
  fields.bytes("context", finding.context);
  fields("scripting", finding.scripting);
  fields.base64("guilty_token", finding.guilty);
  fields("insertion_mode", finding.mode);
  fields.base64("reference", finding.reference);
  fields.base64("port", finding.port);
  fields("engine", finding.engine);
  fields("index", finding.index);
  fields("count", finding.count);
  fields("raw_signatures", finding.raw_signatures);
  fields("unstable", finding.unstable);
  fields("votes", finding.votes);
  fields.bytes("stderr", finding.messages);
  fields.bytes("again", finding.again);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzSweep>& sweep) {
  fields("engine", sweep.name);
  fields("cases_a_cell", sweep.cases_a_cell);
  fields("contexts", sweep.rows);
  fields("tokens", sweep.tokens);
  fields("groups", sweep.groups);
  fields("group_of", sweep.group_of);
  fields("done", sweep.done);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzScore>& score) {
  fields("faults", score.faults);
  fields("killed", score.killed);
  fields("invisible", score.invisible);
  fields("invisible_killed", score.invisible_killed);
  fields("baseline_killed", score.baseline_killed);
  fields("cpu_seconds", score.cpu_seconds);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, FuzzResult>& result) {
  fields("engines", result.engines);
  fields.derived("cases", [&] { return result.cases(); });
  fields.derived("differences", [&] { return result.differences(); });
  fields.derived("new_findings", [&] { return result.new_findings(); });
  fields("raw_signatures", result.raw_signatures);
  fields("findings", result.findings);
  fields("stale_entries", result.stale_entries);
  fields("expired_entries", result.expired_entries);
  fields("worker_deaths", result.worker_deaths);
  fields("compare_cpu_seconds", result.compare_cpu_seconds);
  fields("reduce_cpu_seconds", result.reduce_cpu_seconds);
  fields("replay_seconds", result.replay_seconds);
  fields("sweep", result.sweep);
  fields("score", result.score);
}

}  // namespace httparity
