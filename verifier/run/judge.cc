#include "run/judge.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "contract/observe.h"
#include "transport/connection.h"

namespace httparity {
namespace {

Verdict unknown(UnknownReason reason, std::string detail) {
  Verdict verdict;
  verdict.outcome = Outcome::kUnknown;
  verdict.reason = reason;
  verdict.detail = std::move(detail);
  return verdict;
}

/// The differences of a verdict that can't count, as a note: a person still wants to know.
std::string seen_all_the_same(const Verdict& verdict) {
  std::set<std::string> kinds;
  for (const Difference& difference : verdict.differences) kinds.insert(difference_kind_name(difference.kind));
  std::string out;
  for (const std::string& kind : kinds) out += (out.empty() ? "" : ", ") + kind;
  return "the two differ all the same: " + out;
}

/// Bytes that came too late to be surplus of this answer show in what the next request on the connection gets.
void judge_sentinels(const Seen& reference, const Seen& port, Verdict& verdict) {
  if (!reference.sentinel || !port.sentinel || verdict.outcome == Outcome::kUnknown) return;
  if (!is_own_answer(*reference.sentinel)) {
    verdict.notes.emplace_back("the reference's sentinel got an answer that is not its own");
    return;
  }
  if (is_own_answer(*port.sentinel)) return;
  const std::string late = port.sentinel->response ? port.sentinel->response->bytes : "";
  verdict.outcome = Outcome::kDiffers;
  verdict.differences.push_back({DifferenceKind::kSurplusBytes,
                                 "behind the settle time",
                                 Where::kSurplus,
                                 {},
                                 {{0, late.size()}, late},
                                 "the sentinel sent after this step got an answer that is not its own"});
}

}  // namespace

Verdict judge(const Step& step, const Seen& reference, const Seen& port, const Variables& reference_variables,
              ScenarioComparer& comparer, const Limits& limits) {
  if (reference.down) return unknown(UnknownReason::kTargetDown, "reference: " + *reference.down);
  if (port.down) return unknown(UnknownReason::kTargetDown, "port: " + *port.down);
  if (!reference.exchange) return unknown(UnknownReason::kRequireUnmet, "reference: " + reference.unsent);
  if (!port.exchange) return unknown(UnknownReason::kNoResponse, "port: " + port.unsent);

  Verdict verdict = comparer.compare(*reference.exchange, *port.exchange, step.masks, step.actor);
  if (verdict.outcome != Outcome::kUnknown) {
    if (auto why = unmet(step, *reference.exchange, reference_variables, limits)) {
      Verdict inconclusive = unknown(UnknownReason::kRequireUnmet, "the reference doesn't meet the step: " + *why);
      inconclusive.notes = std::move(verdict.notes);
      if (verdict.outcome == Outcome::kDiffers) inconclusive.notes.push_back(seen_all_the_same(verdict));
      return inconclusive;
    }
  }
  judge_sentinels(reference, port, verdict);
  return verdict;
}

}  // namespace httparity
