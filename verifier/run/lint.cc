#include "run/lint.h"

#include <fmt/format.h>

#include "run/envelope.h"
#include "run/selection.h"
#include "run/suite.h"

namespace httparity {

RunResult lint(const std::vector<std::string>& paths) {
  RunResult result;
  result.envelope = open_envelope("lint", {});
  result.envelope.plan.clear();
  const SuiteReading reading = read_suites(paths);
  for (const Error& error : reading.errors) result.envelope.failures.push_back({FailureCause::kUsage, error.what});
  std::size_t contracts = 0;
  std::size_t exchanges = 0;
  for (const Suite& suite : reading.suites) contracts += suite.contracts.size();
  const std::vector<WorkItem> items = select_work(reading.suites, {});
  for (const WorkItem& item : items) {
    for (const Step& step : item.scenario->steps) exchanges += is_selected(step, {}) ? 1 : 0;
  }
  if (contracts > 0 || reading.errors.empty()) {
    result.envelope.notes.push_back(
        fmt::format("{} contracts, {} scenarios, {} exchanges are right", contracts, items.size(), exchanges));
  }
  return result;
}

}  // namespace httparity
