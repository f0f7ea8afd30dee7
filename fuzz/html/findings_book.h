#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "fuzz/html/checkpoint.h"
#include "fuzz/html/finding.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// The differences of a run as they come in: raw signatures are reduced once each, what comes later only counts, and
/// what a signature was reduced to is one finding a key.
class FindingsBook {
 public:
  /// Counts `bucket`; true where nobody saw its raw signature before, so that it has to be reduced.
  bool add_bucket(const std::string& raw, const RawBucket& bucket);
  /// `raw` is the signature that was reduced to `finding`.
  void add_finding(const std::string& raw, Finding finding, const Ledger& ledger);

  std::map<std::string, Finding>& findings() { return findings_; }
  std::uint64_t raw_signatures() const { return seen_.size(); }
  std::size_t known() const;

  /// Takes over what a state holds, looked up in `ledger` anew; its pending buckets are for the caller to add again.
  void resume(const Checkpoint& state, const Ledger& ledger);
  void save(Checkpoint& state) const;

 private:
  std::set<std::uint64_t> seen_;              ///< hashes of raw signatures
  std::map<std::string, RawBucket> pending_;  ///< by raw signature: handed to a reducer
  std::map<std::uint64_t, std::string> key_of_raw_;
  std::map<std::uint64_t, std::uint64_t> later_;  ///< further cases of what is pending
  std::map<std::string, Finding> findings_;       ///< by key
};

/// A bucket that could not be reduced, as it was found: it differed in the run. `how` says why.
Finding unreduced_finding(const std::string& raw, const RawBucket& bucket, const std::string& how);

}  // namespace httparity::html
