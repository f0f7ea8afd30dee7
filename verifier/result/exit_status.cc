#include "result/exit_status.h"

#include "result/load_verdicts.h"

namespace httparity {
namespace {

constexpr ExitStatus kPrecedence[] = {
    ExitStatus::kInterrupted, ExitStatus::kTerminated,   ExitStatus::kInternal,
    ExitStatus::kOutput,      ExitStatus::kUsage,        ExitStatus::kDifferences,
    ExitStatus::kTarget,      ExitStatus::kInconclusive, ExitStatus::kGate,
};

ExitStatus status_of(FailureCause cause) {
  switch (cause) {
    case FailureCause::kUsage:
      return ExitStatus::kUsage;
    case FailureCause::kTarget:
      return ExitStatus::kTarget;
    case FailureCause::kInconclusive:
      return ExitStatus::kInconclusive;
    case FailureCause::kGate:
      return ExitStatus::kGate;
    case FailureCause::kOutput:
      return ExitStatus::kOutput;
    case FailureCause::kInternal:
      return ExitStatus::kInternal;
  }
  return ExitStatus::kInternal;
}

void add_causes(std::monostate, std::set<ExitStatus>&) {}

void add_causes(const VerifyResult& result, std::set<ExitStatus>& causes) {
  const VerifyCounts counts = count(result);
  if (counts.differs > 0) causes.insert(ExitStatus::kDifferences);
  if (counts.flaky > 0 || counts.compared() == 0) causes.insert(ExitStatus::kInconclusive);
  for (const ScenarioResult& scenario : result.scenarios) {
    if (!scenario.complete) causes.insert(ExitStatus::kInconclusive);
    for (const StepResult& step : scenario.steps) {
      if (step.flaky || step.verdict.outcome != Outcome::kUnknown) continue;
      causes.insert(step.verdict.reason == UnknownReason::kTargetDown ? ExitStatus::kTarget
                                                                      : ExitStatus::kInconclusive);
    }
  }
}

void add_causes(const LoadResult& result, std::set<ExitStatus>& causes) {
  bool measured = false;
  bool went_wrong = false;  // requests were sent, and what became of them is known
  for (const LoadMeasurement& one : result.measurements) {
    if (one.invalid() > 0 || !one.wrong_kinds.empty()) causes.insert(ExitStatus::kDifferences);
    if (one.target_lost) causes.insert(ExitStatus::kTarget);
    measured = measured || one.valid() > 0;
    went_wrong = went_wrong || (one.failure.empty() && one.error_count() > 0);
  }
  for (const LoadInstructions& one : result.instructions) measured = measured || one.requests > 0;
  for (const LoadTarget& target : result.targets) {
    if (!target.differing.empty()) causes.insert(ExitStatus::kDifferences);
  }
  if (!result.wrong.empty()) causes.insert(ExitStatus::kDifferences);
  for (const LoadAudit& audit : result.audits) {
    if (!audit.passed) causes.insert(ExitStatus::kDifferences);
  }
  const bool missed = !missed_gates(result).empty();
  if (missed || !void_reasons(result).empty()) causes.insert(ExitStatus::kGate);
  // Errors alone are a finding where the gate says that there are too many.
  if (!measured && !(went_wrong && missed)) causes.insert(ExitStatus::kInconclusive);
}

void add_causes(const FuzzResult& result, std::set<ExitStatus>& causes) {
  if (result.new_findings() > 0) causes.insert(ExitStatus::kDifferences);
  if (result.cases() == 0 || !result.stale_entries.empty() || !result.expired_entries.empty()) {
    causes.insert(ExitStatus::kInconclusive);
  }
}

}  // namespace

std::set<ExitStatus> exit_causes(const RunResult& result) {
  std::set<ExitStatus> causes;
  if (result.envelope.interrupted) {
    causes.insert(*result.envelope.interrupted == Interruption::kInterrupt ? ExitStatus::kInterrupted
                                                                           : ExitStatus::kTerminated);
  }
  for (const Failure& failure : result.envelope.failures) causes.insert(status_of(failure.cause));
  std::visit([&](const auto& found) { add_causes(found, causes); }, result.found);
  return causes;
}

ExitStatus exit_status(const RunResult& result) {
  const std::set<ExitStatus> causes = exit_causes(result);
  for (const ExitStatus status : kPrecedence) {
    if (causes.contains(status)) return status;
  }
  return ExitStatus::kParity;
}

}  // namespace httparity
