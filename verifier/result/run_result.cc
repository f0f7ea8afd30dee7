#include "result/run_result.h"

namespace httparity {

const char* failure_cause_name(FailureCause cause) {
  switch (cause) {
    case FailureCause::kUsage:
      return "usage";
    case FailureCause::kTarget:
      return "target";
    case FailureCause::kInconclusive:
      return "inconclusive";
    case FailureCause::kGate:
      return "gate";
    case FailureCause::kOutput:
      return "output";
    case FailureCause::kInternal:
      return "internal";
  }
  return "internal";
}

const char* tool_version() {
  return HTTPARITY_VERSION;
}

}  // namespace httparity
