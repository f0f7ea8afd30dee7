#include "target/process_tree.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "base/descriptor.h"
#include "base/text.h"
#include "target/keeper.h"
#include "target/output_tail.h"

extern char** environ;

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kStartPatience{10'000};
constexpr milliseconds kKeeperPatience{10'000};  // beyond the stop deadline

std::string error_text(int error) {
  return std::generic_category().message(error);
}

/// The path to execute: `name` itself where it has a slash, else where it is found; nullopt where it isn't.
std::optional<std::string> locate(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path != nullptr ? path : "/usr/bin:/bin") + ":/usr/local/sbin:/usr/sbin:/sbin:";
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = folders.find(':', begin);
    const std::string file = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && ::access(file.c_str(), X_OK) == 0) return file;
    begin = end + 1;
  }
  return std::nullopt;
}

std::vector<std::string> merged_environment(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced =
        std::any_of(added.begin(), added.end(), [name](const auto& variable) { return variable.first == name; });
    if (!replaced) merged.emplace_back(text);
  }
  for (const auto& [name, value] : added) merged.push_back(name + "=" + value);
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

bool has_nul(const ProcessPlan& plan) {
  const auto bad = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return std::any_of(plan.arguments.begin(), plan.arguments.end(), bad) ||
         std::any_of(plan.env.begin(), plan.env.end(), [&bad](const auto& entry) { return bad(entry.second); });
}

Result<std::pair<Descriptor, Descriptor>> open_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Error{"pipe: " + error_text(errno)};
  return std::pair(Descriptor(ends[0]), Descriptor(ends[1]));
}

}  // namespace

struct ProcessTree::State {
  ProcessPlan plan;
  pid_t keeper = -1;
  Descriptor control;
  Descriptor status;
  std::unique_ptr<OutputTail> output;
  std::optional<int> ended;
  bool gone = false;
  StopOutcome outcome;

  /// The keeper's next report, within `patience`; kGone where it has died itself.
  std::optional<KeeperReport> next_report(milliseconds patience) {
    pollfd wait{status.get(), POLLIN, 0};
    const auto until = Clock::now() + patience;
    int ready = 0;
    do {
      const auto left = std::chrono::ceil<milliseconds>(std::max(until - Clock::now(), Clock::duration::zero()));
      ready = ::poll(&wait, 1, static_cast<int>(left.count()));
    } while (ready < 0 && errno == EINTR);
    if (ready <= 0) return std::nullopt;
    KeeperReport report;
    if (::read(status.get(), &report, sizeof(report)) != static_cast<ssize_t>(sizeof(report))) {
      return KeeperReport{KeeperReport::kGone, KeeperReport::kStuck};
    }
    return report;
  }

  void note(const KeeperReport& report) {
    if (report.kind == KeeperReport::kEnded) ended = report.value;
    if (report.kind != KeeperReport::kGone) return;
    gone = true;
    if (!ended) ended = SIGKILL;
    outcome.deadline_missed = (report.value & KeeperReport::kDeadlineMissed) != 0;
    outcome.had_leftovers = (report.value & KeeperReport::kHadLeftovers) != 0;
    outcome.stuck = (report.value & KeeperReport::kStuck) != 0;
  }

  void end_keeper(bool at_once) {
    if (keeper < 0) return;
    if (!gone) {
      const char command = at_once ? kStopAtOnce : kStopInOrder;
      [[maybe_unused]] const ssize_t written = ::write(control.get(), &command, 1);
    }
    const auto until = Clock::now() + plan.stop_deadline + kKeeperPatience;
    while (!gone && Clock::now() < until) {
      const auto report = next_report(milliseconds(100));
      if (report) note(*report);
    }
    if (!gone) {
      outcome.stuck = true;
      ::kill(keeper, SIGKILL);
    }
    while (::waitpid(keeper, nullptr, 0) < 0 && errno == EINTR) {
    }
    keeper = -1;
    control.reset();
    if (output) output->finish();
  }
};

Result<ProcessTree> ProcessTree::start(const ProcessPlan& plan) {
  if (plan.arguments.empty() || plan.arguments.front().empty()) return Error{"no command to run"};
  const std::string& name = plan.arguments.front();
  if (has_nul(plan)) return Error{fmt::format("{}: a NUL in an argument or variable", escape_bytes(name))};
  auto state = std::make_unique<State>();
  state->plan = plan;
  const std::optional<std::string> program = locate(name);
  if (!program) return Error{fmt::format("{}: not found in PATH", escape_bytes(name))};

  auto control = open_pipe();
  auto status = open_pipe();
  auto output = open_pipe();
  if (!control) return control.error();
  if (!status) return status.error();
  if (!output) return output.error();

  std::vector<std::string> arguments = plan.arguments;
  std::vector<std::string> environment = merged_environment(plan.env);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  const std::string folder = plan.folder.empty() ? "." : plan.folder.string();
  KeeperPlan keeper_plan;
  keeper_plan.program = program->c_str();
  keeper_plan.arguments = argument_pointers.data();
  keeper_plan.environment = environment_pointers.data();
  keeper_plan.folder = folder.c_str();
  keeper_plan.stop_signal = plan.stop_signal;
  keeper_plan.stop_deadline_ms = plan.stop_deadline.count();
  keeper_plan.control = control->first.get();
  keeper_plan.status = status->second.get();
  keeper_plan.output = output->second.get();
  state->keeper = ::fork();
  if (state->keeper < 0) return Error{fmt::format("{}: fork: {}", escape_bytes(name), error_text(errno))};
  if (state->keeper == 0) keep(keeper_plan);

  state->control = std::move(control->second);
  state->status = std::move(status->first);
  status->second.reset();
  output->second.reset();
  state->output = std::make_unique<OutputTail>(std::move(output->first));
  ProcessTree tree(std::move(state));
  const auto report = tree.state_->next_report(kStartPatience);
  if (!report) return Error{fmt::format("{}: did not start within 10 s", escape_bytes(name))};
  switch (report->kind) {
    case KeeperReport::kStarted:
      return tree;
    case KeeperReport::kNoFolder:
      return Error{fmt::format("{}: working directory {}: {}", escape_bytes(name), escape_bytes(folder),
                               error_text(report->value))};
    case KeeperReport::kGone:
      return Error{fmt::format("{}: its keeper process died", escape_bytes(name))};
    default:
      return Error{fmt::format("{}: {}", escape_bytes(name), error_text(report->value))};
  }
}

ProcessTree::ProcessTree(std::unique_ptr<State> state) : state_(std::move(state)) {}
ProcessTree::ProcessTree(ProcessTree&&) noexcept = default;
ProcessTree& ProcessTree::operator=(ProcessTree&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

ProcessTree::~ProcessTree() {
  if (state_) state_->end_keeper(false);
}

pid_t ProcessTree::root() const {
  return state_->keeper;
}

std::optional<int> ProcessTree::ended(milliseconds patience) {
  while (!state_->ended && !state_->gone) {
    const auto report = state_->next_report(patience);
    if (!report) break;
    state_->note(*report);
  }
  return state_->ended;
}

std::string ProcessTree::output() const {
  return state_->output ? state_->output->text() : std::string();
}

StopOutcome ProcessTree::stop(bool at_once) {
  state_->end_keeper(at_once);
  return state_->outcome;
}

std::string describe_wait_status(int status) {
  if (WIFEXITED(status)) return fmt::format("exit status {}", WEXITSTATUS(status));
  return fmt::format("signal {}", WTERMSIG(status));
}

}  // namespace httparity
