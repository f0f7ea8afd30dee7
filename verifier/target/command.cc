#include "target/command.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>

#include "base/text.h"
#include "target/process_tree.h"

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kStopLook{50};

}  // namespace

Result<CommandEnd> run_command(const Command& command, std::stop_token stop) {
  ProcessPlan plan;
  plan.arguments = command.arguments;
  plan.env = command.env;
  plan.folder = command.cwd;
  auto process = ProcessTree::start(plan);
  if (!process) return process.error();
  const auto until = Clock::now() + command.deadline;
  std::optional<int> ended;
  while (!ended && Clock::now() < until && !stop.stop_requested()) ended = process->ended(kStopLook);
  process->stop(true);
  const std::string name = escape_bytes(command.arguments.front());
  if (!ended && stop.stop_requested()) return Error{fmt::format("{}: interrupted", name)};
  if (!ended) return Error{fmt::format("{}: still running after {} ms", name, command.deadline.count())};
  return CommandEnd{WIFEXITED(*ended) ? WEXITSTATUS(*ended) : 128 + WTERMSIG(*ended), process->output()};
}

}  // namespace httparity
