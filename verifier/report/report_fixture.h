#pragma once

#include <string>

#include "result/run_result.h"

namespace httparity {

/// A result with one exchange that differs in one place, all of whose texts are `hostile`.
inline RunResult hostile_result(const std::string& hostile) {
  StepResult step;
  step.name = hostile;
  step.request = hostile;
  step.place = {hostile, 3, hostile};
  step.verdict.outcome = Outcome::kDiffers;
  step.verdict.differences = {{DifferenceKind::kHeaderValue,
                               hostile,
                               Where::kResponse,
                               {{10, 10 + hostile.size()}, hostile},
                               {{12, 12 + hostile.size()}, hostile},
                               hostile}};
  step.verdict.notes = {hostile};
  StepResult unknown;
  unknown.name = hostile;
  unknown.verdict.outcome = Outcome::kUnknown;
  unknown.verdict.reason = UnknownReason::kTimeout;
  unknown.verdict.detail = hostile;
  ScenarioResult scenario;
  scenario.contract = hostile;
  scenario.name = hostile;
  scenario.variant = hostile;
  scenario.notes = {hostile};
  scenario.steps = {step, unknown};
  RunResult result;
  result.envelope.command = "verify";
  result.envelope.plan = {{"seed", hostile}};
  result.envelope.replay = {"--port", hostile};
  result.envelope.targets = {{"port", hostile, hostile, {{"certificate", hostile}}, {hostile}}};
  result.envelope.notes = {hostile};
  result.envelope.failures = {{FailureCause::kTarget, hostile}};
  result.found = VerifyResult{{scenario}, {{{hostile, 1, hostile}, hostile, hostile, {}}}};
  return result;
}

}  // namespace httparity
