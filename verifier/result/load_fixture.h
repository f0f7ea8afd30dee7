#pragma once

#include <string>
#include <utility>

#include "result/run_result.h"

namespace httparity {

// Results for tests in which every member holds something.

inline Difference a_difference() {
  return {DifferenceKind::kHeaderValue,
          "ETag \xff",
          Where::kPayload,
          {{3, 7}, "a\xffz"},
          {{4, 9}, "<b>"},
          "detail",
          "header-value ETag #0123456789abcdef",
          "known"};
}

inline StepResult a_step() {
  StepResult step;
  step.name = "GET /";
  step.place = {"x.contract.json", 7, "/scenarios/0/steps/0"};
  step.request = "GET /\xe4";
  step.actor = "ada";
  step.verdict.outcome = Outcome::kDiffers;
  step.verdict.differences = {a_difference()};
  step.verdict.notes = {"both fold a field"};
  step.verdict.detail = "why";
  step.known = true;
  step.moved = Moved::kPort;
  return step;
}

inline ScenarioResult a_scenario() {
  return {"x.contract.json", "s", "chrome,gzip", {a_step()}, {"a note"}, false};
}

inline LedgerUse a_ledger_use() {
  LedgerUse use;
  use.entry.signature = "header-moved Date";
  use.entry.scope.port = "caddy";
  use.entry.reason = "each has its own order";
  use.entry.owner = "ada";
  use.entry.expires = std::chrono::year(2999) / 1 / 1;
  use.entry.place = {"ledger.json", 3, "/entries/0"};
  use.hits = 5;
  return use;
}

inline Envelope a_envelope(std::string command) {
  Envelope out;
  out.command = std::move(command);
  out.tool_version = "0.1.0";
  out.environment = {{"processor", "one of <them>"}, {"memory", "8 GB"}};
  out.plan = {{"seed", "7"}, {"rounds", "4"}};
  out.replay = {"--port", "caddy"};
  out.targets = {{"reference", "nginx", "http://127.0.0.1:1", {{"version", "1.22"}}, {"--insecure"}}};
  out.started_at = "2026-01-02T03:04:05Z";
  out.elapsed = std::chrono::nanoseconds(123'456'789);
  out.failures = {{FailureCause::kGate, "late"}};
  out.notes = {"a note"};
  out.interrupted = Interruption::kTerminate;
  return out;
}

inline LoadMeasurement a_measurement(std::size_t target, std::size_t round, std::uint64_t valid) {
  LoadMeasurement one;
  one.target = target;
  one.round = round;
  one.timed = std::chrono::seconds(2);
  LoadRequestCount request;
  request.name = "s / GET";
  request.valid = valid;
  request.bytes = valid * 100;
  for (std::uint64_t i = 0; i < valid; ++i) {
    request.service.record(std::chrono::microseconds(100 + (i * 7919 + round) % (300 + 200 * target)));
  }
  one.requests = {request};
  one.connect.record(std::chrono::microseconds(40));
  one.connects.made = 1;
  one.started = valid;
  one.seconds = {{valid / 2, 0, 0, valid * 90'000}, {valid - valid / 2, 0, 0, valid * 100'000}};
  one.client_cpu_seconds = 0.25;
  one.client_busy = 0.375;
  one.server = ServerUse{1.5, 4 << 20, 9 << 20, 10 << 20, 3, 0.875};
  one.foreign_cpu = 0.01;
  return one;
}

/// Four rounds of two targets in one step.
inline RunResult load_of_two() {
  LoadResult load;
  load.targets.resize(2);
  load.targets[0].name = "nginx";
  load.targets[1].name = "caddy";
  load.targets[1].compared = 5;
  load.steps.resize(1);
  load.steps[0].connections = 64;
  for (std::size_t round = 0; round < 4; ++round) {
    load.measurements.push_back(a_measurement(0, round, 1000 + 10 * round));
    load.measurements.push_back(a_measurement(1, round, 600 - 20 * round));
  }
  RunResult result;
  result.envelope.command = "load";
  result.found = std::move(load);
  return result;
}

inline RunResult full_load() {
  RunResult result = load_of_two();
  result.envelope = a_envelope("load");
  LoadResult& load = std::get<LoadResult>(result.found);
  load.targets[1].refused = "1 of 5 exchanges differ";
  load.targets[1].ledger = {a_ledger_use()};
  load.targets[1].differing = {a_scenario()};
  load.targets[0].cold_start = {std::chrono::milliseconds(12), std::chrono::milliseconds(15)};
  load.steps[0].depth = 2;
  load.steps[0].rate_per_second = 1500.5;
  load.steps[0].client_capacity = 1e6 / 3;
  load.steps[0].capacity_before = {1e6 / 3, 350'000};
  load.targets[0].link_bits_per_second = 1e9;
  load.targets[0].files = {{0, "/usr/sbin/nginx", "00ff"}, {1, "/usr/sbin/nginx", "00ff"}};
  load.gates.max_errors = 3;
  load.gates.max_error_share = 0.001;
  load.gates.search = true;
  load.gates.thresholds = {{"p99=20ms", 99, std::chrono::milliseconds(20)}};
  LoadMeasurement& one = load.measurements[0];
  one.requests[0].invalid = 2;
  one.seconds[1].invalid = 2;
  for (std::uint64_t i = 0; i < one.requests[0].valid; ++i) {
    one.requests[0].response.record(std::chrono::milliseconds(3));
  }
  one.requests[0].answers = {{"GET", 900}, {"GET, from the cache", 100}};
  LoadLaneCount lane{"writers", 8, 200, 1000, 1010, 3, {}};
  lane.lateness.record(std::chrono::microseconds(2));
  one.lanes = {lane};
  one.client_overload = true;
  one.lateness.record(std::chrono::microseconds(1));
  for (std::size_t i = 1; i < 64; ++i) one.connect.record(std::chrono::microseconds(40));
  one.connects = {64, 3, 64, 60};
  one.accept_queue = 128;
  one.wrong_kinds = {{"header-value", 3, "ETag: other", std::chrono::milliseconds(5)}};
  one.client_delay.record(std::chrono::minutes(30));  // beyond the last bucket's begin
  one.errors = {{"idle-close", 4, "closed", std::chrono::milliseconds(5)}};
  one.warmup_valid = 50;
  one.warmup_invalid = 1;
  one.carried_in = 5;
  one.in_flight_at_end = 6;
  one.unanswered = 1;
  one.due = 1010;
  one.backlog_at_end = 3;
  one.compared_in_full = 9;
  one.kernel = {1, 2, 3, 4};
  one.target_lost = true;
  one.partial = true;
  one.failure = "no connection";
  load.wrong = {{1,
                 0,
                 2,
                 "x.contract.json",
                 "s",
                 "v",
                 "GET",
                 {"x.contract.json", 3, "/a"},
                 "GET /",
                 "HTTP/1.1 200 OK",
                 "HTTP/1.1 \xff",
                 {a_difference()},
                 "detail",
                 std::chrono::microseconds(77)}};
  LoadInstructions counted;
  counted.requests = 500;
  counted.instructions[0] = 9'000'000;
  counted.instructions[1] = 14'000'000;
  counted.allocations[0] = 1000;
  counted.allocations[1] = 2500;
  counted.allocated_bytes[1] = 100'000;
  load.instructions = {counted};
  load.audits = {{0, 0, 1, "POST", 40, 3, false, "a row is missing \xfe"}};
  return result;
}

inline RunResult full_verification() {
  RunResult result;
  result.envelope = a_envelope("verify");
  StepResult unknown;
  unknown.name = "late";
  unknown.verdict.outcome = Outcome::kUnknown;
  unknown.verdict.reason = UnknownReason::kTimeout;
  StepResult flaky = a_step();
  flaky.flaky = true;
  VerifyResult verify;
  verify.scenarios = {a_scenario(), {"y.contract.json", "t", "", {unknown, flaky}, {}, true}};
  verify.masks = {{{"x.contract.json", 2, "/masks/0"}, "Date", "clock", {}}};
  verify.masks[0].use.hits = 7;
  verify.masks[0].use.largest_share = 0.125;
  verify.ledger = {a_ledger_use()};
  verify.bytes = {1000, 30};
  result.found = verify;
  return result;
}

}  // namespace httparity
