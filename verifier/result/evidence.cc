#include "result/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace httparity {
namespace {

void cut(std::string& text, std::size_t limit) {
  if (text.size() <= limit) return;
  text.resize(limit);
  text += " ...";
}

/// Keeps the first `limit` differences and the first of every other kind; says how many went.
void thin_out(Verdict& verdict, std::size_t limit) {
  if (verdict.differences.size() <= limit) return;
  std::set<DifferenceKind> kinds;
  std::size_t seen = 0;
  const std::size_t gone = std::erase_if(verdict.differences, [&](const Difference& difference) {
    const bool first_of_kind = kinds.insert(difference.kind).second;
    return seen++ >= limit && !first_of_kind;
  });
  if (gone > 0) verdict.notes.push_back(fmt::format("{} more differences", gone));
}

/// Cuts `side` to what is left of `budget` and takes that off it; true where bytes went.
bool cut(Side& side, std::size_t part_bytes, std::size_t& budget) {
  const std::size_t kept = std::min({side.bytes.size(), part_bytes, budget});
  budget -= kept;
  if (kept == side.bytes.size()) return false;
  side.bytes.resize(kept);
  side.bytes.shrink_to_fit();
  return true;
}

bool cut(Verdict& verdict, std::size_t part_bytes, std::size_t& budget) {
  bool lost = false;
  for (Difference& difference : verdict.differences) {
    lost = cut(difference.reference, part_bytes, budget) || lost;
    lost = cut(difference.port, part_bytes, budget) || lost;
  }
  return lost;
}

void say_cut(Verdict& verdict) {
  static constexpr const char* kNote = "parts are cut in this report; offsets and lengths are whole";
  if (std::find(verdict.notes.begin(), verdict.notes.end(), kNote) == verdict.notes.end()) {
    verdict.notes.emplace_back(kNote);
  }
}

}  // namespace

void bound_evidence(ScenarioResult& scenario, const EvidenceLimits& limits) {
  std::size_t budget = limits.scenario_bytes;
  for (StepResult& step : scenario.steps) {
    Verdict& verdict = step.verdict;
    cut(step.request, limits.text_bytes);
    cut(verdict.detail, limits.text_bytes);
    if (verdict.notes.size() > limits.step_notes) {
      const std::size_t more = verdict.notes.size() - limits.step_notes;
      verdict.notes.resize(limits.step_notes);
      verdict.notes.push_back(fmt::format("{} more notes", more));
    }
    for (std::string& note : verdict.notes) cut(note, limits.text_bytes);
    thin_out(verdict, limits.step_differences);
    for (Difference& difference : verdict.differences) {
      cut(difference.part, limits.text_bytes);
      cut(difference.detail, limits.text_bytes);
    }
    if (cut(verdict, limits.part_bytes, budget)) say_cut(verdict);
  }
}

void bound_evidence(VerifyResult& result, const EvidenceLimits& limits) {
  std::size_t budget = limits.total_bytes;
  std::size_t differences = limits.total_differences;
  for (ScenarioResult& scenario : result.scenarios) {
    for (StepResult& step : scenario.steps) {
      thin_out(step.verdict, differences);
      differences -= std::min(differences, step.verdict.differences.size());
      if (cut(step.verdict, limits.part_bytes, budget)) say_cut(step.verdict);
    }
  }
}

}  // namespace httparity
