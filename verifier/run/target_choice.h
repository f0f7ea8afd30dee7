#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "result/run_result.h"
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

/// The live sides of each suite, in the order of their roles.
using Choices = std::map<const Suite*, std::vector<TargetChoice>>;

/// A choice for each of `roles` in each suite; what can't be chosen is a usage failure in `failures`, each once.
Choices choose_targets(const std::vector<Suite>& suites, const std::vector<std::string>& roles,
                       const std::optional<std::string>& reference, const std::optional<std::string>& port,
                       std::vector<Failure>& failures);

/// Every side of every suite can be put back to a fresh state.
bool all_restartable(const Choices& choices);

}  // namespace httparity
