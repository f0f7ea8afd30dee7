#include "result/verify_result.h"

namespace httparity {

const char* moved_name(Moved moved) {
  switch (moved) {
    case Moved::kNothing:
      return "nothing";
    case Moved::kRecording:
      return "recording";
    case Moved::kReference:
      return "reference";
    case Moved::kPort:
      return "port";
    case Moved::kAll:
      return "all";
  }
  return "nothing";
}

VerifyCounts count(const VerifyResult& result) {
  VerifyCounts counts;
  counts.scenarios = result.scenarios.size();
  for (const ScenarioResult& scenario : result.scenarios) {
    for (const StepResult& step : scenario.steps) {
      ++counts.exchanges;
      if (step.flaky) {
        ++counts.flaky;
      } else if (step.verdict.outcome == Outcome::kParity) {
        ++counts.parity;
      } else if (step.verdict.outcome == Outcome::kDiffers) {
        ++(step.known ? counts.known : counts.differs);
      } else {
        ++counts.unknown;
      }
      if (step.moved == Moved::kRecording || step.moved == Moved::kAll) ++counts.obsolete_recordings;
      for (const Difference& difference : step.verdict.differences) ++counts.differences[difference.kind];
    }
  }
  return counts;
}

}  // namespace httparity
