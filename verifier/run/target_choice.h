#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "run/suite.h"
#include "target/target_spec.h"
#include "transport/endpoint.h"

namespace httparity {

/// A side of a suite, chosen: by a name of its targets.json, or by URL.
struct TargetChoice {
  std::string name;
  const TargetSpec* spec = nullptr;  ///< in the suite's targets
  std::optional<Endpoint> endpoint;  ///< for a URL

  /// It can be put back to a fresh state by starting it anew.
  bool restartable() const { return spec != nullptr; }
};

/// The side that `option` (a name or URL) names; without it the one that targets.json gives the part `role`
/// ("reference" or "port"). An error names the option and what would do. REQUIRES: `suite` outlives the choice.
Result<TargetChoice> choose_target(const Suite& suite, const std::string& role,
                                   const std::optional<std::string>& option);

}  // namespace httparity
