#include "fuzz/html/triage.h"

#include <algorithm>

#include "fuzz/html/insertion_mode.h"
#include "fuzz/html/reduce.h"

namespace httparity::html {

Finding finding_of(Pair& pair, const HtmlCase& minimal, Judged judged) {
  Finding finding;
  finding.minimal = minimal;
  finding.kind = judged.kind;
  finding.key = finding_key(minimal, judged.kind, judged.expected, judged.actual);
  finding.id = finding_id(finding.key);
  finding.expected = std::move(judged.expected);
  finding.actual = std::move(judged.actual);
  const Guilt guilt = find_guilt(pair, minimal);
  finding.guilty = guilt.token;
  finding.mode = guilt.mode;
  finding.raw_signatures = 1;
  return finding;
}

std::optional<Finding> reduce_bucket(Pair& pair, const RawBucket& bucket, const std::function<void()>& alive) {
  const StillShows still_shows = [&](std::span<const HtmlCase> candidates) {
    if (alive) alive();
    std::vector<bool> shows;
    for (const VerdictKind kind : pair.judge_all(candidates)) shows.push_back(kind == bucket.kind);
    return shows;
  };
  if (!still_shows({&bucket.shortest, 1}).front()) return std::nullopt;
  // A fault costs a process each time.
  constexpr std::uint64_t kMaxFaults = 600;
  constexpr std::uint64_t kMaxEvaluations = 20000;
  const bool is_fault = bucket.kind == VerdictKind::kFault;
  const HtmlCase minimal = reduce(bucket.shortest, still_shows, is_fault ? kMaxFaults : kMaxEvaluations).minimal;
  Finding finding = finding_of(pair, minimal, pair.judge_one(minimal));
  finding.first = bucket.shortest;
  finding.engine = bucket.engine;
  finding.index = bucket.index;
  finding.count = bucket.count;
  finding.messages = bucket.kind == VerdictKind::kFault ? pair.port().messages() : "";
  return finding;
}

void merge_finding(std::map<std::string, Finding>& findings, Finding finding) {
  const auto [place, fresh] = findings.try_emplace(finding.key, finding);
  if (fresh) return;
  Finding& known = place->second;
  const std::uint64_t count = known.count + finding.count;
  const std::uint64_t raw_signatures = known.raw_signatures + finding.raw_signatures;
  if (is_smaller(finding, known)) {
    finding.votes = known.votes;
    finding.unstable = known.unstable;
    known = std::move(finding);
  }
  known.count = count;
  known.raw_signatures = raw_signatures;
}

std::vector<std::string> stale_entries(Pair& pair, const Ledger& ledger) {
  std::vector<std::string> stale;
  for (const LedgerEntry& entry : ledger.entries) {
    const Judged judged = pair.judge_one(entry.input);
    const std::string key = finding_key(entry.input, judged.kind, judged.expected, judged.actual);
    const bool listed = std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end();
    if (!is_difference(judged.kind) || !listed) stale.push_back(entry.id);
  }
  return stale;
}

}  // namespace httparity::html
