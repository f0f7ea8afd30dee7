#include "run/repetitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compare/compare.h"
#include "run/mask_audit.h"

namespace httparity {
namespace {

constexpr const char* kSides[] = {"reference", "port"};

/// A later run of a step against the first: what a reader of the report should know, or nothing.
void compare_outcomes(const StepResult& later, std::size_t repetition, StepResult& first) {
  if (later.verdict.outcome == first.verdict.outcome && later.verdict.reason == first.verdict.reason) return;
  first.verdict.notes.push_back(fmt::format("repetition {} came out otherwise", repetition + 1));
  // What stands out is worth more to a reader than the parity that it came with.
  if (first.verdict.outcome == Outcome::kParity) {
    std::vector<std::string> notes = std::move(first.verdict.notes);
    first.verdict = later.verdict;
    first.verdict.notes.insert(first.verdict.notes.end(), notes.begin(), notes.end());
  }
  first.flaky = true;
  first.known = false;
}

void compare_answers(const std::vector<KeptExchange>& first, const std::vector<KeptExchange>& later,
                     std::size_t repetition, const Limits& limits, std::vector<StepResult>& steps) {
  for (std::size_t side = 0; side < std::size(kSides); ++side) {
    ScenarioComparer comparer(limits);
    for (std::size_t i = 0; i < std::min({first.size(), later.size(), steps.size()}); ++i) {
      if (side >= first[i].exchanges.size() || side >= later[i].exchanges.size()) continue;
      const Verdict verdict = comparer.compare(first[i].exchanges[side], later[i].exchanges[side], first[i].step->masks,
                                               first[i].step->actor);
      if (verdict.outcome != Outcome::kDiffers) continue;
      const Difference& difference = verdict.differences.front();
      steps[i].flaky = true;
      steps[i].verdict.notes.push_back(fmt::format("the {}'s answer of repetition {} is not its first again: {} {}",
                                                   kSides[side], repetition + 1, difference_kind_name(difference.kind),
                                                   difference.part));
    }
  }
}

}  // namespace

ScenarioOutcome merge_repetitions(std::vector<ScenarioOutcome> outcomes, const Limits& limits) {
  ScenarioOutcome merged = std::move(outcomes.front());
  for (std::size_t repetition = 1; repetition < outcomes.size(); ++repetition) {
    ScenarioOutcome& later = outcomes[repetition];
    std::vector<StepResult>& steps = merged.result.steps;
    for (std::size_t i = 0; i < std::min(steps.size(), later.result.steps.size()); ++i) {
      compare_outcomes(later.result.steps[i], repetition, steps[i]);
    }
    compare_answers(merged.kept, later.kept, repetition, limits, steps);
    add_masks(merged.masks, later.masks);
    add_bytes(merged.bytes, later.bytes);
    add_hits(merged.ledger, later.ledger);
    merged.result.complete = merged.result.complete && later.result.complete;
    merged.interrupted = merged.interrupted || later.interrupted;
    merged.errors.insert(merged.errors.end(), later.errors.begin(), later.errors.end());
  }
  merged.kept.clear();
  return merged;
}

}  // namespace httparity
