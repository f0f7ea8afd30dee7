#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "contract/contract.h"
#include "run/suite.h"

namespace httparity {

/// Which part of the work this run does: number `index` (from 1) of `count` runs that together do all.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Reads "2/5"; an error says what is taken.
Result<Shard> parse_shard(const std::string& text);

/// What of the contracts is run. Globs are matched against `scenario` and against `scenario/variant`.
struct Selection {
  std::vector<std::string> only;  ///< without any: all
  std::vector<std::string> skip;
  std::vector<std::string>
      steps;  ///< globs for steps: each scenario runs up to its last such step, reports these alone
  Shard shard;
};

/// One scenario in one variant, to be run.
struct WorkItem {
  const Suite* suite = nullptr;
  const Contract* contract = nullptr;
  const Scenario* scenario = nullptr;
  Variant variant;
};

/// What `selection` leaves of `suites`, in their order. REQUIRES: `suites` outlive the items.
std::vector<WorkItem> select_work(const std::vector<Suite>& suites, const Selection& selection);

/// How many steps of `scenario` must run so that every step that `selection` names has run; 0 where it names none.
std::size_t steps_to_run(const Scenario& scenario, const Selection& selection);

/// It is an exchange, and its result belongs in the report.
bool is_selected(const Step& step, const Selection& selection);

/// The places 0 to `count` - 1 in an order that depends on `seed` alone, the same on every machine.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed);

}  // namespace httparity
