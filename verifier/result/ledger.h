#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "contract/mask.h"

namespace httparity {

struct ScenarioResult;

/// Where a known divergence holds. Each is a name as reports show it, or unset: anywhere.
struct LedgerScope {
  std::optional<std::string> port;      ///< the port's name in targets.json
  std::optional<std::string> contract;  ///< the file, without its folder
  std::optional<std::string> scenario;
  std::optional<std::string> variant;
  std::optional<std::string> step;

  friend bool operator==(const LedgerScope&, const LedgerScope&) = default;
};

/// One known divergence: which, where, why, who answers for it, and until when.
struct LedgerEntry {
  std::string signature;  ///< see signature.h
  LedgerScope scope;
  std::string reason;
  std::string owner;
  std::chrono::year_month_day expires{};  ///< the last day on which it holds, UTC
  Place place;

  friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

/// A suite's ledger.json.
struct Ledger {
  std::string file;
  std::vector<LedgerEntry> entries;

  friend bool operator==(const Ledger&, const Ledger&) = default;
};

/// What one entry did in a run.
struct LedgerUse {
  LedgerEntry entry;
  std::size_t hits = 0;  ///< differences that it is about
  bool expired = false;  ///< then it covers none of them

  friend bool operator==(const LedgerUse&, const LedgerUse&) = default;
};

/// The ledger in `text`, strictly read; `path` names it in errors.
Result<Ledger> parse_ledger(std::string text, const std::string& path);
/// The ledger at `path`; an empty one where there is no such file.
Result<Ledger> read_ledger(const std::string& path);
/// The JSON that parse_ledger reads back to the same entries, places apart.
std::string render_ledger(const Ledger& ledger);

/// "2027-03-31".
std::string render_day(std::chrono::year_month_day day);
/// The day that `text` writes as YYYY-MM-DD; nullopt where there is none.
std::optional<std::chrono::year_month_day> parse_day(std::string_view text);

/// An entry for each of `ledger`, unused so far; `today` decides which have expired.
std::vector<LedgerUse> open_ledger(const Ledger& ledger, std::chrono::sys_days today);

/// Signs the differences of `scenario`, whose port was `port`, marks those that an entry of `uses` covers and counts
/// them there. A step whose differences are all covered is marked as known. Call it before evidence is cut.
void apply_ledger(std::vector<LedgerUse>& uses, std::string_view port, ScenarioResult& scenario);

/// Adds the hits of `part`, the same entries in another part of the run.
void add_hits(std::vector<LedgerUse>& uses, const std::vector<LedgerUse>& part);

/// What makes a run with these entries inconclusive, one line each: an expired entry; and, where `everything_ran`, one
/// that covered nothing though its port was the one tested.
std::vector<std::string> ledger_faults(const std::vector<LedgerUse>& uses, std::string_view port, bool everything_ran);

}  // namespace httparity
