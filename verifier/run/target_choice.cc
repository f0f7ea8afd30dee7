#include "run/target_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

Choices choose_targets(const std::vector<Suite>& suites, const std::vector<std::string>& roles,
                       const std::optional<std::string>& reference, const std::optional<std::string>& port,
                       std::vector<Failure>& failures) {
  Choices choices;
  for (const Suite& suite : suites) {
    for (const std::string& role : roles) {
      auto choice = choose_target(suite, role, role == "reference" ? reference : port);
      if (choice) {
        choices[&suite].push_back(std::move(*choice));
      } else if (failures.empty() || failures.back().what != choice.error().what) {
        failures.push_back({FailureCause::kUsage, choice.error().what});
      }
    }
  }
  return choices;
}

bool all_restartable(const Choices& choices) {
  return std::all_of(choices.begin(), choices.end(), [](const auto& suite) {
    return std::all_of(suite.second.begin(), suite.second.end(),
                       [](const TargetChoice& choice) { return choice.restartable(); });
  });
}

}  // namespace httparity
