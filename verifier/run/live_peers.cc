#include "run/live_peers.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "target/command.h"

namespace httparity {
namespace {

PeerAnswer answer_of(ExchangeOutcome outcome) {
  PeerAnswer answer;
  if (outcome.error) {
    answer.interrupted = outcome.error->kind == TransportError::Kind::kInterrupted;
    if (!answer.interrupted) answer.down = outcome.error->what;
    return answer;
  }
  answer.exchanges = std::move(outcome.exchanges);
  answer.sentinel = std::move(outcome.sentinel);
  if (outcome.timed_out) {
    answer.notes.push_back(fmt::format("its {} time limit passed", time_limit_name(*outcome.timed_out)));
  }
  if (!outcome.late.empty()) {
    answer.notes.push_back(fmt::format("{} bytes came after the answer before had settled: {}", outcome.late.size(),
                                       escape_bytes(std::string_view(outcome.late).substr(0, 64))));
  }
  return answer;
}

}  // namespace

LivePeers::LivePeers(const std::vector<Target*>& targets, TransportOptions options, std::filesystem::path suite,
                     std::stop_token stop)
    : options_(std::move(options)), suite_(std::move(suite)), stop_(std::move(stop)) {
  for (Target* target : targets) sides_.emplace_back().target = target;
}

Connection& LivePeers::connection(LiveSide& side, const PeerRequest& request) {
  const auto [found, added] = side.connections.try_emplace(request.actor, side.target->endpoint(), options_);
  if (request.new_connection) found->second.close();
  return found->second;
}

std::vector<PeerAnswer> LivePeers::exchange(std::span<const PeerRequest> requests) {
  std::vector<ExchangeJob> jobs;
  std::vector<std::size_t> asked;
  for (std::size_t side = 0; side < sides_.size(); ++side) {
    if (requests[side].requests.empty()) continue;
    jobs.push_back({&connection(sides_[side], requests[side]), requests[side].requests, requests[side].sentinel});
    asked.push_back(side);
  }
  std::vector<PeerAnswer> answers(sides_.size());
  if (jobs.empty()) return answers;
  std::vector<ExchangeOutcome> outcomes = exchange_all(jobs, stop_);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    answers[asked[i]] = answer_of(std::move(outcomes[i]));
    if (jobs[i].connection->identity()) sides_[asked[i]].identity = jobs[i].connection->identity();
  }
  return answers;
}

Result<void> LivePeers::run(std::size_t, const std::vector<std::string>& arguments) {
  const Result<CommandEnd> end = run_command({.arguments = arguments, .env = {}, .cwd = suite_}, stop_);
  if (!end) return end.error();
  if (end->exit_status == 0) return {};
  return Error{fmt::format("{} ended with status {}: {}", arguments.empty() ? "" : arguments.front(), end->exit_status,
                           escape_bytes(end->output))};
}

const Variables& LivePeers::variables(std::size_t side) const {
  return sides_[side].target->variables();
}

std::optional<std::string> LivePeers::died(std::size_t side) const {
  return sides_[side].target->died();
}

}  // namespace httparity
