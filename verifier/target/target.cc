#include "target/target.h"

#include <fmt/format.h>

#include <thread>
#include <utility>

#include "base/text.h"
#include "target/process_tree.h"
#include "target/state_folder.h"
#include "target/target_start.h"

namespace httparity {
namespace {

constexpr std::size_t kShownOutput = 1'000;

}  // namespace

struct Target::State {
  std::string name;
  Endpoint endpoint;
  Variables variables;
  // The process ends before its folder goes: members are destroyed from the last.
  std::optional<StateFolder> folder;
  mutable std::optional<ProcessTree> process;
  std::chrono::nanoseconds cold_start{0};
};

Target::Target(std::unique_ptr<State> state) : state_(std::move(state)) {}
Target::~Target() = default;
Target::Target(Target&&) noexcept = default;
Target& Target::operator=(Target&&) noexcept = default;

Target Target::at(Endpoint endpoint) {
  auto state = std::make_unique<State>();
  state->name = endpoint_url(endpoint);
  state->endpoint = std::move(endpoint);
  return Target(std::move(state));
}

const Endpoint& Target::endpoint() const {
  return state_->endpoint;
}
bool Target::started() const {
  return state_->process.has_value();
}
const Variables& Target::variables() const {
  return state_->variables;
}

std::optional<pid_t> Target::root() const {
  return state_->process ? std::optional(state_->process->root()) : std::nullopt;
}
std::chrono::nanoseconds Target::cold_start() const {
  return state_->cold_start;
}

std::optional<std::string> Target::died() const {
  if (!state_->process) return std::nullopt;
  const std::optional<int> ended = state_->process->ended();
  if (!ended) return std::nullopt;
  return fmt::format("{} ended with {}{}", state_->name, describe_wait_status(*ended), shown_output(output()));
}

std::string Target::output() const {
  return state_->process ? state_->process->output() : std::string();
}

Result<void> Target::stop() {
  if (!state_->process) return {};
  const StopOutcome outcome = state_->process->stop();
  Result<void> removed = state_->folder ? state_->folder->remove() : Result<void>();
  if (outcome.stuck) return Error{fmt::format("{}: a process of it could not be killed", state_->name)};
  if (outcome.deadline_missed) return Error{fmt::format("{}: did not end by its stop signal, killed", state_->name)};
  if (outcome.had_leftovers) return Error{fmt::format("{}: left processes behind, killed", state_->name)};
  return removed;
}

std::string shown_output(const std::string& output) {
  if (output.empty()) return "; it wrote nothing";
  const bool cut = output.size() > kShownOutput;
  return fmt::format("; {}: {}", cut ? "the end of its output" : "its output",
                     escape_bytes(std::string_view(output).substr(cut ? output.size() - kShownOutput : 0)));
}

/// Hands a started target's parts over to the one who uses it.
struct TargetStarter {
  static Target hand_over(StartedTarget started) {
    auto state = std::make_unique<Target::State>();
    state->name = std::move(started.name);
    state->endpoint = std::move(started.endpoint);
    state->variables = std::move(started.variables);
    state->folder = std::move(started.folder);
    state->process = std::move(started.process);
    state->cold_start = started.cold_start;
    return Target(std::move(state));
  }
};

Result<Target> start_target(const TargetSpec& spec, const std::filesystem::path& suite, const std::stop_token& stop) {
  Result<StartedTarget> started = start(spec, suite, stop);
  if (!started) return Error{fmt::format("target {}: {}", escape_bytes(spec.name), started.error().what)};
  return TargetStarter::hand_over(std::move(*started));
}

std::vector<Result<Target>> start_targets(std::span<const TargetSpec* const> specs, const std::filesystem::path& suite,
                                          const std::stop_token& stop) {
  std::vector<std::optional<Result<Target>>> results(specs.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      threads.emplace_back(
          [&results, &suite, spec = specs[i], stop, i] { results[i] = start_target(*spec, suite, stop); });
    }
  }
  std::vector<Result<Target>> started;
  started.reserve(results.size());
  for (auto& result : results) started.push_back(std::move(*result));
  return started;
}

}  // namespace httparity
