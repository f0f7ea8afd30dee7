#include "run/recorded_peers.h"

#include <fmt/format.h>

#include <ctime>

#include "run/moment.h"

namespace httparity {

RecordedPeers::RecordedPeers(const Recording& recording, Peers& live)
    : recording_(recording),
      live_(live),
      moment_(parse_moment(recording.moment).value_or(std::chrono::system_clock::time_point{})) {}

std::vector<PeerAnswer> RecordedPeers::exchange(std::span<const PeerRequest> requests) {
  std::vector<PeerAnswer> answers = live_.exchange(requests.subspan(1));
  answers.insert(answers.begin(), recorded_answer(requests[0]));
  return answers;
}

PeerAnswer RecordedPeers::recorded_answer(const PeerRequest& request) {
  PeerAnswer answer;
  for (const Outgoing& outgoing : request.requests) {
    if (next_ == recording_.steps.size()) {
      answer.exchanges.clear();
      answer.unanswered = "the recording ends before this step: record it again";
      return answer;
    }
    const RecordedStep& step = recording_.steps[next_++];
    if (step.exchange.request.bytes != outgoing.bytes) {
      answer.exchanges.clear();
      answer.unanswered = fmt::format("the recording holds another request (step \"{}\"): record it again", step.name);
      return answer;
    }
    answer.exchanges.push_back(step.exchange);
  }
  return answer;
}

std::chrono::system_clock::time_point RecordedPeers::now(std::size_t side) const {
  return side == 0 ? moment_ : live_.now(side - 1);
}

Result<void> RecordedPeers::run(std::size_t side, const std::vector<std::string>& arguments) {
  if (side == 0) return {};
  return live_.run(side - 1, arguments);
}

const Variables& RecordedPeers::variables(std::size_t side) const {
  return side == 0 ? none_ : live_.variables(side - 1);
}

std::optional<std::string> RecordedPeers::died(std::size_t side) const {
  return side == 0 ? std::nullopt : live_.died(side - 1);
}

}  // namespace httparity
