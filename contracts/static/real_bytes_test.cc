// What a real server sends, through everything that judges it: pairs of answers that no one touched are in parity, and
// one edited byte is always found. Every request of this suite's contracts is asked of two nginx.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/test_support.h"
#include "base/text.h"
#include "compare/compare.h"
#include "contract/contract.h"
#include "contract/observe.h"
#include "contract/read_contract.h"
#include "contract/request_bytes.h"
#include "target/read_targets.h"
#include "target/target.h"
#include "transport/connection.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

constexpr std::size_t kRounds = 3;
constexpr std::size_t kJudgements = 10'000;

/// An answer of nginx, and the step whose masks hold for it.
struct Answer {
  const Step* step = nullptr;
  Exchange exchange;
};

/// One variant of a scenario on its way through the steps, on a connection of its own.
struct Course {
  const Scenario* scenario = nullptr;
  Variables values;
  Connection connection;
  std::vector<Answer> answers;
};

std::vector<Course> start_courses(const std::vector<Contract>& contracts, const Endpoint& endpoint) {
  std::vector<Course> courses;
  for (const Contract& contract : contracts) {
    for (const Scenario& scenario : contract.scenarios) {
      for (Variant& variant : variants(contract, scenario)) {
        courses.push_back({&scenario, std::move(variant.values), Connection(endpoint, {}), {}});
      }
    }
  }
  return courses;
}

/// The answers to every request of `contracts`, in their order. All variants run at the same time, step by step: the
/// time in which a connection's fate shows is waited for once a step. Fewer where one failed, and then the test has.
std::vector<Answer> ask_all(const std::vector<Contract>& contracts, const Endpoint& endpoint) {
  std::vector<Course> courses = start_courses(contracts, endpoint);
  for (std::size_t at = 0;; ++at) {
    std::vector<Course*> running;
    std::vector<ExchangeJob> jobs;
    for (Course& course : courses) {
      if (at >= course.scenario->steps.size()) continue;
      const Step& step = course.scenario->steps[at];
      const auto request = build_request(std::get<Request>(step.action), course.values, {}, {});
      EXPECT_TRUE(request) << step.name;
      if (!request) return {};
      if (step.new_connection) course.connection.close();
      running.push_back(&course);
      jobs.push_back({&course.connection, {Outgoing{request->bytes}}, {}});
    }
    if (jobs.empty()) break;
    std::vector<ExchangeOutcome> outcomes = exchange_all(jobs);
    for (std::size_t i = 0; i < running.size(); ++i) {
      const Step& step = running[i]->scenario->steps[at];
      EXPECT_FALSE(outcomes[i].error) << step.name;
      if (outcomes[i].error) return {};
      take_captures(step, outcomes[i].exchanges.front(), running[i]->values);
      running[i]->answers.push_back({&step, std::move(outcomes[i].exchanges.front())});
    }
  }
  std::vector<Answer> answers;
  for (Course& course : courses) std::move(course.answers.begin(), course.answers.end(), std::back_inserter(answers));
  return answers;
}

/// Everything that came back, in the order of the wire.
std::string bytes_of(const Exchange& exchange) {
  std::string bytes;
  for (const Message& interim : exchange.interims) bytes += interim.bytes;
  if (exchange.response) bytes += exchange.response->bytes;
  return bytes + exchange.surplus;
}

class RealBytes : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = missing_program("nginx")) GTEST_SKIP() << *why;
    const std::string suite = HTTPARITY_SOURCE_DIR "/contracts/static";
    const auto paths = find_contracts(suite);
    ASSERT_TRUE(paths) << paths.error().what;
    for (const std::string& path : *paths) {
      ContractReading reading = read_contract(path);
      ASSERT_TRUE(reading.contract) << reading.errors.front().what;
      contracts_.push_back(*std::move(reading.contract));
    }
    const auto targets = read_targets(suite);
    ASSERT_TRUE(targets) << targets.error().what;
    const TargetSpec* nginx = find_target(*targets, "nginx");
    ASSERT_NE(nginx, nullptr);
    const std::array<const TargetSpec*, 2> sides{nginx, nginx};
    std::vector<Result<Target>> started = start_targets(sides, suite);
    for (auto* answers : {&reference_, &port_}) {
      Result<Target>& target = started[answers == &reference_ ? 0 : 1];
      ASSERT_TRUE(target) << target.error().what;
      for (std::size_t round = 0; round < kRounds; ++round) answers->push_back(ask_all(contracts_, target->endpoint()));
    }
    ASSERT_GE(reference_.front().size(), 250U);
    for (const auto& round : reference_) ASSERT_EQ(round.size(), reference_.front().size());
    for (const auto& round : port_) ASSERT_EQ(round.size(), reference_.front().size());
  }

  std::size_t any(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  std::vector<Contract> contracts_;
  std::vector<std::vector<Answer>> reference_;  ///< by round, then by step
  std::vector<std::vector<Answer>> port_;
  std::mt19937_64 random_{20240229};
};

TEST_F(RealBytes, UntouchedPairsAreInParity) {
  for (std::size_t i = 0; i < kJudgements; ++i) {
    const std::size_t step = any(reference_.front().size());
    const Answer& reference = reference_[any(kRounds)][step];
    const Answer& port = port_[any(kRounds)][step];
    const Verdict verdict = ScenarioComparer().compare(reference.exchange, port.exchange, reference.step->masks);
    ASSERT_EQ(verdict.outcome, Outcome::kParity) << reference.step->name << ": " << verdict.detail << "\n"
                                                 << escape_bytes(bytes_of(reference.exchange).substr(0, 600)) << "\n"
                                                 << escape_bytes(bytes_of(port.exchange).substr(0, 600));
  }
}

TEST_F(RealBytes, OneEditedByteIsAlwaysFound) {
  // Edits that only touch what the mask hides are the mask's to judge; everything else must be found.
  for (std::size_t found = 0; found < kJudgements;) {
    const Answer& answer = reference_[any(kRounds)][any(reference_.front().size())];
    std::string bytes = bytes_of(answer.exchange);
    const std::size_t at = any(std::min<std::size_t>(bytes.size(), 1 << 16));
    const std::size_t date = bytes.find("\r\nDate: ") + 8;
    if (at >= date && at < bytes.find("\r\n", date)) continue;
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + any(255)));
    Exchange edited = make_exchange(answer.exchange.request.bytes, bytes, answer.exchange.fate);
    if (edited.fate == Fate::kOpen && !is_complete(edited)) {
      edited = make_exchange(answer.exchange.request.bytes, bytes, Fate::kStall);
    }
    const Verdict verdict = ScenarioComparer().compare(answer.exchange, edited, answer.step->masks);
    ASSERT_EQ(verdict.outcome, Outcome::kDiffers)
        << answer.step->name << ", byte " << at << ": " << verdict.detail << "\n"
        << escape_bytes(bytes.substr(0, 600));
    ASSERT_FALSE(verdict.differences.empty()) << answer.step->name << ", byte " << at;
    ++found;
  }
}

}  // namespace
}  // namespace httparity
