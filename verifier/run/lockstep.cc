#include "run/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "base/text.h"
#include "contract/request_bytes.h"

namespace httparity {
namespace {

constexpr const char* kSideNames[] = {"reference", "port"};
constexpr const char* kThreeSideNames[] = {"recording", "reference", "port"};

std::string side_name(std::size_t side, std::size_t sides) {
  return sides == 3 ? kThreeSideNames[side] : kSideNames[side];
}

Outgoing outgoing(const Step& step, std::string bytes) {
  Outgoing out;
  out.bytes = std::move(bytes);
  out.write.each_byte = step.write.kind == WriteCuts::Kind::kBytes;
  out.write.offsets = step.write.offsets;
  if (step.read) out.read = {step.read->bytes, step.read->interval};
  out.expect_close = step.expect_close;
  return out;
}

/// A request for the host of `request` that any server answers and that changes nothing.
Outgoing sentinel_after(std::string_view request) {
  const Message message = index_message(std::string(request));
  const auto hosts = find_fields(message, "Host");
  const std::string host = hosts.empty() ? "localhost" : std::string(message.at(message.fields[hosts.front()].value));
  Outgoing out;
  out.bytes = fmt::format("GET /httparity-sentinel HTTP/1.1\r\nHost: {}\r\n\r\n", host);
  return out;
}

std::string first_words(std::string_view request) {
  const std::string_view line = request.substr(0, request.find_first_of("\r\n"));
  return std::string(line.ends_with(" HTTP/1.1") ? line.substr(0, line.size() - 9) : line);
}

class Lockstep {
 public:
  Lockstep(const LockstepPlan& plan, Peers& peers, const std::function<void(const PlayedStep&)>& on_step,
           std::stop_token stop)
      : plan_(plan), peers_(peers), on_step_(on_step), stop_(std::move(stop)), states_(peers.size()) {
    for (std::size_t side = 0; side < peers.size(); ++side) {
      states_[side].variables = plan.axes;
      for (const auto& [name, value] : peers.variables(side)) states_[side].variables[name] = value;
    }
  }

  LockstepEnd play() {
    std::size_t at = 0;
    while (at < plan_.steps.size() && !ended_) {
      if (stop_.stop_requested()) {
        end_.interrupted = true;
        return end_;
      }
      const Step& step = plan_.steps[at];
      if (std::holds_alternative<Request>(step.action)) {
        const std::size_t count = group_size(at);
        exchange(plan_.steps.subspan(at, count));
        at += count;
      } else {
        if (const auto* run = std::get_if<Run>(&step.action)) {
          run_command(step, *run);
        } else {
          wait(std::get<Wait>(step.action).time);
        }
        ++at;
      }
    }
    end_.complete = !ended_;
    return end_;
  }

 private:
  /// The step at `first` and those that are sent together with it.
  std::size_t group_size(std::size_t first) const {
    std::size_t count = 1;
    while (plan_.steps[first + count - 1].pipeline && first + count < plan_.steps.size() &&
           std::holds_alternative<Request>(plan_.steps[first + count].action)) {
      ++count;
    }
    return count;
  }

  void exchange(std::span<const Step> group) {
    std::vector<PeerRequest> requests(peers_.size());
    std::vector<std::string> unsent(peers_.size());
    const std::uint64_t first_ordinal = ordinal_;
    ordinal_ += group.size();
    for (std::size_t side = 0; side < peers_.size(); ++side) {
      requests[side].actor = group.front().actor;
      requests[side].new_connection = group.front().new_connection;
      for (std::size_t i = 0; i < group.size(); ++i) {
        auto built =
            next_request(states_[side], group[i], unique_value(plan_.unique_run, first_ordinal + i), peers_.now(side));
        if (!built) {
          unsent[side] = fmt::format("no request could be made: {}", built.error().what);
          requests[side].requests.clear();
          break;
        }
        requests[side].requests.push_back(outgoing(group[i], std::move(built->bytes)));
      }
      if (plan_.sentinel && !requests[side].requests.empty()) {
        requests[side].sentinel = sentinel_after(requests[side].requests.back().bytes);
      }
    }
    std::vector<PeerAnswer> answers = peers_.exchange(requests);
    if (std::any_of(answers.begin(), answers.end(), [](const PeerAnswer& answer) { return answer.interrupted; })) {
      end_.interrupted = true;
      ended_ = true;
      return;
    }
    hand_over(group, requests, unsent, answers);
  }

  void hand_over(std::span<const Step> group, const std::vector<PeerRequest>& requests,
                 const std::vector<std::string>& unsent, std::vector<PeerAnswer>& answers) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      PlayedStep played;
      played.step = &group[i];
      played.states = states_;
      for (std::size_t side = 0; side < peers_.size(); ++side) {
        PeerAnswer& answer = answers[side];
        Seen& seen = played.seen.emplace_back();
        if (played.request.empty() && i < requests[side].requests.size()) {
          played.request = first_words(requests[side].requests[i].bytes);
        }
        seen.unsent = answer.unanswered.empty() ? unsent[side] : answer.unanswered;
        seen.down = answer.down;
        if (i < answer.exchanges.size()) {
          if (auto how = death_of(side, answer.exchanges[i])) {
            seen.down = std::move(how);
          } else {
            seen.exchange = std::move(answer.exchanges[i]);
          }
        }
        if (i + 1 == group.size()) seen.sentinel = std::move(answer.sentinel);
        if (seen.down) ended_ = true;
        if (i == 0) {
          for (const std::string& note : answer.notes) {
            played.notes.push_back(fmt::format("{}: {}", side_name(side, peers_.size()), note));
          }
        }
      }
      on_step_(played);
      observe_all(played);
    }
  }

  /// A server that died over this exchange is no server that answered so.
  std::optional<std::string> death_of(std::size_t side, const Exchange& exchange) const {
    if (is_complete(exchange) && exchange.fate == Fate::kOpen) return std::nullopt;
    return peers_.died(side);
  }

  void observe_all(const PlayedStep& played) {
    for (std::size_t side = 0; side < peers_.size(); ++side) {
      const Seen& seen = played.seen[side];
      if (seen.exchange) observe(states_[side], *played.step, *seen.exchange, plan_.limits, peers_.now(side));
    }
  }

  void run_command(const Step& step, const Run& run) {
    const std::string unique = unique_value(plan_.unique_run, ordinal_++);
    for (std::size_t side = 0; side < peers_.size() && !ended_; ++side) {
      if (!peers_.is_live(side)) continue;
      states_[side].variables["unique"] = unique;
      std::vector<std::string> arguments;
      for (const Template& argument : run.arguments) {
        auto filled = expand(argument, states_[side].variables);
        if (!filled) return fail(step, side, filled.error().what);
        arguments.push_back(filled->value_or(""));
      }
      if (auto done = peers_.run(side, arguments); !done) return fail(step, side, done.error().what);
    }
  }

  void fail(const Step& step, std::size_t side, const std::string& what) {
    end_.errors.push_back(fmt::format("{}:{}: {}: step \"{}\", {}: {}", step.place.file, step.place.line,
                                      step.place.pointer, step.name, side_name(side, peers_.size()), what));
    ended_ = true;
  }

  void wait(std::chrono::milliseconds time) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, stop_, time, [] { return false; });
  }

  const LockstepPlan& plan_;
  Peers& peers_;
  const std::function<void(const PlayedStep&)>& on_step_;
  std::stop_token stop_;
  std::vector<SideState> states_;
  std::uint64_t ordinal_ = 0;
  LockstepEnd end_;
  bool ended_ = false;
};

}  // namespace

LockstepEnd play_in_lockstep(const LockstepPlan& plan, Peers& peers,
                             const std::function<void(const PlayedStep&)>& on_step, std::stop_token stop) {
  return Lockstep(plan, peers, on_step, std::move(stop)).play();
}

}  // namespace httparity
