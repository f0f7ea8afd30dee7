#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "run/peers.h"
#include "run/selection.h"
#include "wire/make_exchange.h"

namespace httparity {

/// An ordinary answer with `body`, and `fields` (each with its line end) before its length.
inline std::string response(const std::string& body, const std::string& fields = "") {
  return "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Sides that answer as a function says, and keep what they were asked.
class FakePeers : public Peers {
 public:
  /// The bytes that `side` sends back for one request.
  using Server = std::function<std::string(std::size_t side, const std::string& request)>;

  FakePeers(std::size_t sides, Server server)
      : asked(sides), states(sides), deaths(sides), server_(std::move(server)) {}

  std::size_t size() const override { return asked.size(); }
  std::vector<PeerAnswer> exchange(std::span<const PeerRequest> requests) override {
    std::vector<PeerAnswer> answers(size());
    for (std::size_t side = 0; side < size(); ++side) {
      for (const Outgoing& outgoing : requests[side].requests) {
        asked[side].push_back(outgoing.bytes);
        answers[side].exchanges.push_back(make_exchange(outgoing.bytes, server_(side, outgoing.bytes), fate));
      }
      groups.push_back(requests[side]);
      if (requests[side].sentinel) {
        answers[side].sentinel = make_exchange(requests[side].sentinel->bytes, sentinel_answers[side], Fate::kOpen);
      }
      if (refuses(side))
        answers[side] = {.exchanges = {}, .sentinel = {}, .down = "refused", .unanswered = "", .notes = {}};
      if (interrupted)
        answers[side] = {
            .exchanges = {}, .sentinel = {}, .down = {}, .unanswered = "", .interrupted = true, .notes = {}};
    }
    return answers;
  }
  bool is_live(std::size_t) const override { return true; }
  std::chrono::system_clock::time_point now(std::size_t) const override { return {}; }
  Result<void> run(std::size_t side, const std::vector<std::string>& arguments) override {
    commands.emplace_back(side, arguments);
    if (command_error.empty()) return {};
    return Error{command_error};
  }
  const Variables& variables(std::size_t side) const override { return states[side]; }
  std::optional<std::string> died(std::size_t side) const override { return deaths[side]; }

  std::vector<std::vector<std::string>> asked;  ///< request bytes of each side
  std::vector<PeerRequest> groups;              ///< all calls, side by side
  std::vector<std::pair<std::size_t, std::vector<std::string>>> commands;
  std::vector<Variables> states;
  std::vector<std::optional<std::string>> deaths;
  std::vector<std::string> sentinel_answers = {response("s"), response("s"), response("s")};
  std::string command_error;
  std::function<bool(std::size_t side)> refuses = [](std::size_t) { return false; };
  Fate fate = Fate::kOpen;
  bool interrupted = false;

 private:
  Server server_;
};

/// A GET step for `target`.
inline Step get(const std::string& name, const std::string& target) {
  Step step;
  step.name = name;
  step.action = Request{.method = "GET", .target = parse_template(target), .fields = {}, .body = {}, .raw = {}};
  return step;
}

/// A contract with one scenario of these steps, ready to be run.
struct OneScenario {
  explicit OneScenario(std::vector<Step> steps, std::string name = "scenario") {
    Scenario scenario;
    scenario.name = std::move(name);
    scenario.steps = std::move(steps);
    contract.file = "contract.json";
    contract.scenarios = {std::move(scenario)};
    item.contract = &contract;
    item.scenario = &contract.scenarios.front();
  }
  OneScenario(const OneScenario&) = delete;
  OneScenario& operator=(const OneScenario&) = delete;

  Contract contract;
  WorkItem item;
};

}  // namespace httparity
