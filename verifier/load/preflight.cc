#include "load/preflight.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace httparity {
namespace {

bool is_loadable(const Step& step) {
  return step.load && step.load->is_template();
}

// Whether two clients would send different requests: something before the templates can give them values of their own.
bool has_prologue(const WorkItem& item) {
  const std::vector<Step>& steps = item.scenario->steps;
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return (!is_loadable(step) && std::holds_alternative<Request>(step.action)) || !step.captures.empty();
  });
}

std::vector<std::string> profiles_of(const std::vector<SettledTemplate>& templates) {
  std::vector<std::string> out;
  for (const SettledTemplate& one : templates) {
    if (std::find(out.begin(), out.end(), one.step->load->profile) == out.end()) out.push_back(one.step->load->profile);
  }
  return out;
}

void add_sets(const std::vector<SettledTemplate>& templates, std::vector<RequestSet>& sets) {
  for (const std::string& profile : profiles_of(templates)) {
    std::vector<RequestTemplate> requests;
    for (const SettledTemplate& one : templates) {
      requests.push_back(one.request);
      if (one.step->load->profile != profile) requests.back().weight = 0;  // there, so that indices agree; never sent
    }
    sets.push_back(make_request_set(std::move(requests)));
    sets.back().profile = profile;
  }
}

}  // namespace

std::vector<WorkItem> loadable(const std::vector<WorkItem>& items) {
  std::vector<WorkItem> out;
  std::copy_if(items.begin(), items.end(), std::back_inserter(out), [](const WorkItem& item) {
    return std::any_of(item.scenario->steps.begin(), item.scenario->steps.end(), is_loadable);
  });
  return out;
}

Preflight prepare_workload(const PreflightPlan& plan, Target& target, const std::stop_token& stop) {
  const bool one_is_enough = std::none_of(plan.items.begin(), plan.items.end(), has_prologue);
  const std::size_t count = one_is_enough ? 1 : std::max<std::size_t>(1, plan.sessions);
  SessionPlan session_plan;
  session_plan.target = &target;
  session_plan.suite = plan.suite->folder;
  session_plan.transport = plan.transport;
  session_plan.unique_run = plan.unique_run;
  std::vector<Session> sessions;
  for (std::size_t number = 0; number < count; ++number) {
    Session& session = sessions.emplace_back(session_plan, number);
    for (const WorkItem& item : plan.items) {
      if (auto played = session.play(item, stop); !played)
        return {std::nullopt, played.error().what, session.target_down()};
    }
    session_plan.runs_commands = false;  // a `run` step is run once for each target
  }
  // Twice, since a session may change what one before it was held to.
  for (std::size_t turn = 0; turn < std::min<std::size_t>(2, count); ++turn) {
    for (Session& session : sessions) {
      if (auto settled = session.settle_all(stop); !settled)
        return {std::nullopt, settled.error().what, session.target_down()};
    }
  }
  Workload out;
  for (Session& session : sessions) add_sets(session.templates(), out.sets);
  out.templates = std::move(sessions.front().templates());
  for (std::size_t number = 1; number < sessions.size(); ++number) {
    for (std::size_t i = 0; i < out.templates.size(); ++i) {
      auto& tokens = sessions[number].templates()[i].tokens;
      out.templates[i].tokens.insert(out.templates[i].tokens.end(), tokens.begin(), tokens.end());
    }
  }
  return {std::move(out), "", false};
}

}  // namespace httparity
