#include "run/stage.h"

#include <utility>

namespace httparity {

std::vector<Target*> Stage::sides() {
  std::vector<Target*> out;
  for (Target& target : targets) out.push_back(&target);
  return out;
}

Result<Stage> set_stage(const Suite& suite, const std::vector<TargetChoice>& choices, std::stop_token stop) {
  std::vector<const TargetSpec*> specs;
  for (const TargetChoice& choice : choices) {
    if (choice.spec != nullptr) specs.push_back(choice.spec);
  }
  std::vector<Result<Target>> started = start_targets(specs, suite.folder, std::move(stop));
  for (const Result<Target>& target : started) {
    if (!target) return target.error();
  }
  Stage stage;
  auto next = started.begin();
  for (const TargetChoice& choice : choices) {
    stage.targets.push_back(choice.spec != nullptr ? std::move(**next++) : Target::at(*choice.endpoint));
  }
  return stage;
}

Result<Stage*> Stages::set(const WorkItem& item) {
  const bool is_shared = item.scenario->state == StateUse::kShared;
  if (is_shared) {
    if (const auto known = shared_.find(item.suite); known != shared_.end()) return &known->second;
  }
  fresh_.reset();
  Result<Stage> stage = set_stage(*item.suite, choices_.at(item.suite), stop_);
  if (!stage) return stage.error();
  if (is_shared) return &shared_.emplace(item.suite, std::move(*stage)).first->second;
  return &fresh_.emplace(std::move(*stage));
}

void Stages::drop(const WorkItem& item) {
  if (item.scenario->state == StateUse::kShared) {
    shared_.erase(item.suite);
  } else {
    fresh_.reset();
  }
}

}  // namespace httparity
