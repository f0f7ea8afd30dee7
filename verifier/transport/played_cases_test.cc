#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "compare/compare.h"
#include "compare/test_cases.h"
#include "transport/connection.h"
#include "transport/scripted_server.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;

constexpr int kPlayers = 24;

/// Generous where a case is to be silent, so that a busy machine changes no fate.
TransportOptions options() {
  TransportOptions options;
  options.settle = options.time.announced_close = milliseconds(400);
  options.time.first_byte = options.time.idle = milliseconds(1500);
  return options;
}

Result<LoopbackServer> serve(const WireCase& wire_case, CaseSide CaseStep::*side) {
  std::vector<ScriptedStep> script;
  for (const CaseStep& step : wire_case.steps) {
    script.push_back({step.request, (step.*side).bytes, (step.*side).fate, step.new_connection});
  }
  return LoopbackServer::start({}, play_script(std::move(script)));
}

std::string all_bytes(const Exchange& exchange) {
  std::string bytes;
  for (const Message& interim : exchange.interims) bytes += interim.bytes;
  if (exchange.response) bytes += exchange.response->bytes;
  return bytes + exchange.surplus;
}

/// What of `declared` did not arrive as it was sent; empty where all did.
std::string find_loss(const CaseSide& declared, const ExchangeOutcome& outcome) {
  if (outcome.error) return outcome.error->what;
  const Exchange& exchange = outcome.exchanges.front();
  const std::string got = all_bytes(exchange);
  if (exchange.framing.completeness == Completeness::kLimit) {
    return declared.bytes.starts_with(got) ? "" : "other bytes before the limit";
  }
  if (got != declared.bytes) return fmt::format("{} of {} bytes", got.size(), declared.bytes.size());
  if (exchange.fate != declared.fate) {
    return fmt::format("fate {} in place of {}", fate_name(exchange.fate), fate_name(declared.fate));
  }
  return {};
}

/// Plays one case, both sides at the same time; all that went wrong.
std::vector<std::string> play(const WireCase& wire_case) {
  const auto reference_server = serve(wire_case, &CaseStep::reference);
  const auto port_server = serve(wire_case, &CaseStep::port);
  if (!reference_server || !port_server) return {wire_case.id + ": no server"};
  Connection reference(reference_server->endpoint(), options());
  Connection port(port_server->endpoint(), options());
  ScenarioComparer comparer;
  std::vector<Verdict> verdicts;
  std::vector<std::string> faults;
  for (const CaseStep& step : wire_case.steps) {
    if (step.new_connection) {
      reference.close();
      port.close();
    }
    const std::vector<ExchangeJob> jobs{{&reference, {{.bytes = step.request}}, std::nullopt},
                                        {&port, {{.bytes = step.request}}, std::nullopt}};
    const auto outcomes = exchange_all(jobs);
    for (const auto& [declared, outcome] :
         {std::pair(&step.reference, &outcomes[0]), std::pair(&step.port, &outcomes[1])}) {
      const std::string loss = find_loss(*declared, *outcome);
      if (!loss.empty()) faults.push_back(fmt::format("{} step {}: {}", wire_case.id, verdicts.size(), loss));
    }
    if (outcomes[0].error || outcomes[1].error) return faults;
    verdicts.push_back(comparer.compare(outcomes[0].exchanges.front(), outcomes[1].exchanges.front(), wire_case.masks));
  }
  if (const auto fault = find_fault(wire_case, verdicts)) faults.push_back(*fault);
  return faults;
}

TEST(PlayedCases, ArriveAsTheyWereSentAndGetTheirVerdict) {
  std::vector<WireCase> cases = read_wire_cases(HTTPARITY_SOURCE_DIR "/corpus/wire/cases.json");
  ASSERT_GE(cases.size(), 266U);
  std::vector<WireCase> own = read_wire_cases(HTTPARITY_SOURCE_DIR "/corpus/wire/own_cases.json");
  cases.insert(cases.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::vector<std::string> faults;
  {
    std::vector<std::jthread> players;
    for (int i = 0; i < kPlayers; ++i) {
      players.emplace_back([&] {
        for (std::size_t number = next++; number < cases.size(); number = next++) {
          const auto found = play(cases[number]);
          const std::scoped_lock lock(mutex);
          faults.insert(faults.end(), found.begin(), found.end());
        }
      });
    }
  }
  EXPECT_THAT(faults, testing::IsEmpty());
}

}  // namespace
}  // namespace httparity
