#include "run/target_choice.h"

#include <fmt/format.h>

namespace httparity {
namespace {

bool is_url(const std::string& text) {
  return text.find("://") != std::string::npos || text.starts_with("unix:");
}

std::string known_names(const Suite& suite) {
  if (!suite.targets || suite.targets->targets.empty()) return "there is no targets.json: give a URL";
  std::string names;
  for (const TargetSpec& spec : suite.targets->targets) names += (names.empty() ? "" : ", ") + spec.name;
  return fmt::format("targets.json has {}; a URL does too", names);
}

}  // namespace

Result<TargetChoice> choose_target(const Suite& suite, const std::string& role,
                                   const std::optional<std::string>& option) {
  if (option && is_url(*option)) {
    const Result<Endpoint> endpoint = parse_endpoint(*option);
    if (!endpoint) return Error{fmt::format("--{}: {}", role, endpoint.error().what)};
    return TargetChoice{*option, nullptr, *endpoint};
  }
  std::string name = option.value_or("");
  if (!option && suite.targets) name = role == "reference" ? suite.targets->reference : suite.targets->port;
  if (name.empty()) return Error{fmt::format("{}: needs --{}: {}", suite.path, role, known_names(suite))};
  const TargetSpec* spec = suite.targets ? find_target(*suite.targets, name) : nullptr;
  if (spec == nullptr) {
    return Error{fmt::format("--{} {}: {} has no such target: {}", role, name, suite.path, known_names(suite))};
  }
  return TargetChoice{name, spec, std::nullopt};
}

}  // namespace httparity
