#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/html/finding.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/pair.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// What `judged` says of `minimal` as a finding: key, both answers, guilty token, mode. Where and how often it was
/// found is left to the caller.
Finding finding_of(Pair& pair, const HtmlCase& minimal, Judged judged);

/// A raw bucket reduced to a finding: minimal input, key, both answers, guilty token, mode. `pair` must show the
/// difference; nullopt where it no longer does (then something is not deterministic). `alive` is told of every round.
std::optional<Finding> reduce_bucket(Pair& pair, const RawBucket& bucket, const std::function<void()>& alive = {});

/// Adds `finding` to those of its key: counts add up, the smaller minimal input stays.
void merge_finding(std::map<std::string, Finding>& findings, Finding finding);

/// The entries whose own input differs no longer, or with a key that they don't list.
std::vector<std::string> stale_entries(Pair& pair, const Ledger& ledger);

}  // namespace httparity::html
