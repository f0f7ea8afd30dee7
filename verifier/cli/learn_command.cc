#include "cli/learn_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/text.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "result/exit_status.h"
#include "run/learn_suites.h"

namespace httparity {

int run_learn(const CommandLine& line) {
  const SignalWatch signals;
  LearnOutcome outcome;
  {
    ProgressLine progress;
    outcome = learn_suites(
        line.options, line.afresh, [&](const Progress& now) { progress.show(now); }, signals.token());
  }
  outcome.result.envelope.interrupted = signals.interrupted();
  std::string text;
  std::size_t proposals = 0;
  for (const LearnedContract& contract : outcome.contracts) {
    proposals += contract.learned.proposals.size();
    // What stands before the first line of a patch is passed over by those who apply it.
    for (const std::string& beyond : contract.learned.beyond) {
      text += fmt::format("# {}: no mask forgives this: {}\n", escape_bytes(contract.file), escape_bytes(beyond));
    }
  }
  for (const LearnedContract& contract : outcome.contracts) text += contract.patch;
  const OutputEnd end = write_stdout(text);
  for (const std::string& note : outcome.result.envelope.notes) fmt::print(stderr, "{}\n", escape_unprintable(note));
  for (const Failure& failure : outcome.result.envelope.failures) {
    fmt::print(stderr, "{}: {}\n", failure_cause_name(failure.cause), escape_unprintable(failure.what));
  }
  fmt::print(stderr, "{} masks are proposed\n", proposals);
  return static_cast<int>(end == OutputEnd::kFailed ? ExitStatus::kOutput : exit_status(outcome.result));
}

}  // namespace httparity
