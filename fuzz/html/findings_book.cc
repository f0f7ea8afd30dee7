#include "fuzz/html/findings_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "fuzz/html/triage.h"

namespace httparity::html {

bool FindingsBook::add_bucket(const std::string& raw, const RawBucket& bucket) {
  const std::uint64_t hash = hash_of(raw);
  if (seen_.insert(hash).second) {
    pending_[raw] = bucket;
    return true;
  }
  const auto found = key_of_raw_.find(hash);
  if (found != key_of_raw_.end()) {
    findings_.at(found->second).count += bucket.count;
  } else {
    later_[hash] += bucket.count;
  }
  return false;
}

void FindingsBook::add_finding(const std::string& raw, Finding finding, const Ledger& ledger) {
  if (const LedgerEntry* entry = ledger.find(finding.key)) finding.ledger_id = entry->id;
  const std::uint64_t hash = hash_of(raw);
  key_of_raw_[hash] = finding.key;
  pending_.erase(raw);
  const auto more = later_.find(hash);
  if (more != later_.end()) {
    finding.count += more->second;
    later_.erase(more);
  }
  merge_finding(findings_, std::move(finding));
}

std::size_t FindingsBook::known() const {
  return static_cast<std::size_t>(
      std::count_if(findings_.begin(), findings_.end(), [](const auto& one) { return !one.second.ledger_id.empty(); }));
}

void FindingsBook::resume(const Checkpoint& state, const Ledger& ledger) {
  key_of_raw_ = state.reduced;
  findings_ = state.findings;
  for (auto& [key, finding] : findings_) {
    const LedgerEntry* entry = ledger.find(key);
    finding.ledger_id = entry == nullptr ? "" : entry->id;
  }
  for (const auto& [hash, key] : key_of_raw_) seen_.insert(hash);
}

void FindingsBook::save(Checkpoint& state) const {
  state.findings = findings_;
  state.reduced = key_of_raw_;
  for (const auto& [raw, bucket] : pending_) {
    Finding pending;
    pending.key = raw;
    pending.kind = bucket.kind;
    pending.first = bucket.shortest;
    pending.engine = bucket.engine;
    pending.index = bucket.index;
    const auto more = later_.find(hash_of(raw));
    pending.count = bucket.count + (more == later_.end() ? 0 : more->second);
    state.pending.push_back(std::move(pending));
  }
}

Finding unreduced_finding(const std::string& raw, const RawBucket& bucket, const std::string& how) {
  Finding finding;
  finding.kind = bucket.kind;
  finding.minimal = bucket.shortest;
  finding.first = bucket.shortest;
  finding.key = fmt::format("{} (not reduced: {})", raw, how);
  finding.id = finding_id(finding.key);
  finding.engine = bucket.engine;
  finding.index = bucket.index;
  finding.count = bucket.count;
  finding.raw_signatures = 1;
  finding.unstable = how == "no longer differs" ? "reference or port" : "";
  return finding;
}

}  // namespace httparity::html
