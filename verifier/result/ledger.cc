#include "result/ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "result/signature.h"
#include "result/verify_result.h"

namespace httparity {
namespace {

bool holds(const std::optional<std::string>& wanted, std::string_view name) {
  return !wanted || *wanted == name;
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_about(const LedgerEntry& entry, std::string_view port, const ScenarioResult& scenario, const StepResult& step) {
  return holds(entry.scope.port, port) && holds(entry.scope.contract, file_name(scenario.contract)) &&
         holds(entry.scope.scenario, scenario.name) && holds(entry.scope.variant, scenario.variant) &&
         holds(entry.scope.step, step.name);
}

/// The first entry that covers the difference; every entry about it counts a hit.
const LedgerEntry* find_entry(std::vector<LedgerUse>& uses, std::string_view port, const ScenarioResult& scenario,
                              const StepResult& step, const Difference& difference) {
  const LedgerEntry* found = nullptr;
  for (LedgerUse& use : uses) {
    if (!signature_matches(use.entry.signature, difference.signature)) continue;
    if (!is_about(use.entry, port, scenario, step)) continue;
    ++use.hits;
    if (!use.expired && found == nullptr) found = &use.entry;
  }
  return found;
}

}  // namespace

std::vector<LedgerUse> open_ledger(const Ledger& ledger, std::chrono::sys_days today) {
  std::vector<LedgerUse> uses;
  for (const LedgerEntry& entry : ledger.entries) {
    uses.push_back({entry, 0, std::chrono::sys_days(entry.expires) < today});
  }
  return uses;
}

void apply_ledger(std::vector<LedgerUse>& uses, std::string_view port, ScenarioResult& scenario) {
  for (StepResult& step : scenario.steps) {
    sign(step);
    bool all_known = !step.flaky && step.verdict.outcome == Outcome::kDiffers && !step.verdict.differences.empty();
    for (Difference& difference : step.verdict.differences) {
      const LedgerEntry* entry = find_entry(uses, port, scenario, step, difference);
      difference.known = entry == nullptr ? "" : entry->reason;
      all_known = all_known && entry != nullptr;
    }
    step.known = all_known;
  }
}

void add_hits(std::vector<LedgerUse>& uses, const std::vector<LedgerUse>& part) {
  for (const LedgerUse& other : part) {
    const auto same =
        std::find_if(uses.begin(), uses.end(), [&other](const LedgerUse& use) { return use.entry == other.entry; });
    if (same != uses.end()) {
      same->hits += other.hits;
    } else {
      uses.push_back(other);
    }
  }
}

std::vector<std::string> ledger_faults(const std::vector<LedgerUse>& uses, std::string_view port, bool everything_ran) {
  std::vector<std::string> faults;
  for (const LedgerUse& use : uses) {
    const LedgerEntry& entry = use.entry;
    const std::string where = fmt::format("{}:{}: {}: \"{}\"", escape_bytes(entry.place.file), entry.place.line,
                                          escape_bytes(entry.place.pointer), escape_bytes(entry.signature));
    if (use.expired) {
      faults.push_back(fmt::format("{} expired on {}: mend the port, or have {} accept it again", where,
                                   render_day(entry.expires), escape_bytes(entry.owner)));
    } else if (everything_ran && use.hits == 0 && holds(entry.scope.port, port)) {
      faults.push_back(fmt::format("{} covered nothing: remove the entry", where));
    }
  }
  return faults;
}

}  // namespace httparity
