#include "run/order_dependence.h"

#include <fmt/format.h>

#include <algorithm>

namespace httparity {
namespace {

bool step_differs(const StepResult& step) {
  return step.verdict.outcome == Outcome::kDiffers && !step.known;
}

/// At parity, or different as the ledger knows.
bool agrees(const StepResult& step) {
  return step.verdict.outcome == Outcome::kParity || step.known;
}

std::string at_parity_alone(const std::string& order) {
  return fmt::format("alone it is at parity: it depends on what ran before it ({})", order);
}

}  // namespace

bool differs(const ScenarioResult& scenario) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(), step_differs);
}

void note_order_dependence(const ScenarioResult& alone, const std::string& order, ScenarioResult& in_suite) {
  const bool is_whole = alone.complete && alone.steps.size() >= in_suite.steps.size();
  if (differs(in_suite) && is_whole && std::all_of(alone.steps.begin(), alone.steps.end(), agrees)) {
    in_suite.notes.push_back(at_parity_alone(order));
    return;
  }
  for (std::size_t i = 0; i < std::min(alone.steps.size(), in_suite.steps.size()); ++i) {
    StepResult& step = in_suite.steps[i];
    if (step_differs(step) && agrees(alone.steps[i])) {
      step.verdict.notes.push_back(at_parity_alone(order));
    } else if (agrees(step) && step_differs(alone.steps[i])) {
      // A step at parity is not listed in a text report; its scenario is, where it has notes.
      in_suite.notes.push_back(fmt::format(
          "step \"{}\": alone it differs, its parity depends on what ran before it ({})", step.name, order));
    }
  }
}

}  // namespace httparity
