#pragma once

#include <span>
#include <vector>

#include "compare/compare.h"
#include "contract/contract.h"
#include "result/verify_result.h"

namespace httparity {

/// Every mask of `steps`, each place once, with what `comparer` saw of it: those that selected nothing too.
std::vector<MaskAudit> audit_masks(std::span<const Step> steps, const ScenarioComparer& comparer);

/// Adds what `more` says of each mask to `total`, place by place.
void add_masks(std::vector<MaskAudit>& total, const std::vector<MaskAudit>& more);

/// Adds what `more` counts to `total`.
void add_bytes(ComparedBytes& total, const ComparedBytes& more);

}  // namespace httparity
