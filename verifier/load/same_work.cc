#include "load/same_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "result/verify_result.h"
#include "run/verify.h"

namespace httparity {
namespace {

// The suite with nothing in it but what is loadable.
Suite loadable_part(const Suite& suite) {
  Suite out = suite;
  for (Contract& contract : out.contracts) {
    std::erase_if(contract.scenarios, [](const Scenario& scenario) {
      return std::none_of(scenario.steps.begin(), scenario.steps.end(),
                          [](const Step& step) { return step.load.has_value(); });
    });
  }
  return out;
}

bool stands_out(const StepResult& step) {
  return step.flaky || (step.verdict.outcome != Outcome::kParity && !step.known);
}

}  // namespace

void verify_same_work(const SameWorkPlan& plan, LoadTarget& target, std::vector<Failure>& failures,
                      const std::stop_token& stop) {
  VerifyOptions options;
  options.paths = {plan.suite->path};
  options.reference = plan.reference;
  options.port = plan.port;
  options.selection = plan.selection;
  // A part of the suite: entries of the ledger that are about other scenarios are not unused for that.
  if (options.selection.only.empty()) options.selection.only = {"*"};
  options.seed = plan.seed;
  options.transport = plan.transport;
  RunResult verified = verify_suites({loadable_part(*plan.suite)}, options, {}, stop);
  for (Failure& failure : verified.envelope.failures) {
    target.refused = failure.what;
    failures.push_back(std::move(failure));
  }
  auto* found = std::get_if<VerifyResult>(&verified.found);
  if (found == nullptr) return;
  for (LedgerUse& use : found->ledger) {
    if (use.hits > 0 && !use.expired) target.ledger.push_back(std::move(use));
  }
  std::size_t differing = 0;
  std::size_t unknown = 0;
  for (ScenarioResult& scenario : found->scenarios) {
    target.compared += scenario.steps.size();
    std::erase_if(scenario.steps, [](const StepResult& step) { return !stands_out(step); });
    for (const StepResult& step : scenario.steps) {
      const bool differs = step.verdict.outcome == Outcome::kDiffers;
      ++(differs ? differing : unknown);
    }
    if (!scenario.steps.empty()) target.differing.push_back(std::move(scenario));
  }
  if (differing > 0) {
    target.refused = fmt::format("{} of {} exchanges differ from the reference's, and no entry of the ledger covers it",
                                 differing, target.compared);
  } else if (unknown > 0) {
    target.refused =
        fmt::format("{} of {} exchanges could not be compared with the reference's", unknown, target.compared);
  } else if (target.compared == 0 && target.refused.empty()) {
    target.refused = "no exchange of it could be compared with the reference's";
  }
}

}  // namespace httparity
