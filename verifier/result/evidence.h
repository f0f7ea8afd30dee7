#pragma once

#include <cstddef>

#include "result/verify_result.h"

namespace httparity {

/// How much of what peers sent a result keeps. Offsets and lengths always stay; parts are cut at their end.
struct EvidenceLimits {
  std::size_t part_bytes = 4 * 1024;        ///< of one side of one difference
  std::size_t step_differences = 100;       ///< and the first of every kind
  std::size_t scenario_bytes = 128 * 1024;  ///< over one scenario
  std::size_t total_differences = 4000;  ///< over the whole result; behind them each step keeps the first of every kind
  std::size_t total_bytes = 1536 * 1024;  ///< over the whole result: its JSON stays below 5 MB
  std::size_t step_notes = 50;
  std::size_t text_bytes = 1024;  ///< of one note, detail or request

  friend bool operator==(const EvidenceLimits&, const EvidenceLimits&) = default;
};

/// Cuts `scenario` down to `limits`; a step that lost differences or bytes says so in a note.
void bound_evidence(ScenarioResult& scenario, const EvidenceLimits& limits = {});

/// Cuts what all scenarios hold together down to the totals of `limits`, the last ones first.
void bound_evidence(VerifyResult& result, const EvidenceLimits& limits = {});

}  // namespace httparity
