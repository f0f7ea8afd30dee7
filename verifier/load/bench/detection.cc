#include "load/bench/detection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "load/bench/clients.h"
#include "load/null_server.h"
#include "load/null_workload.h"
#include "load/pinned.h"
#include "load/server_process.h"

namespace httparity {
namespace {

constexpr std::uint64_t kFlipEvery = 20'000;

/// What the engine called wrong of `requests` answers: wrong bytes, and answers that a wrong length kept waiting.
std::uint64_t count_wrong(const NullServerPlan& server_plan, EngineKind kind, std::uint64_t requests,
                          std::size_t receive_bytes) {
  const ServerProcess server(null_server(server_plan), kServerCpu);
  const auto sets = null_workload(server_plan.response);
  BenchTask task;
  task.tcp_port = server.tcp_port();
  task.receive_bytes = receive_bytes;
  const PinnedHere pinned({kClientCpu});
  const auto tally = run_step(task, *sets, kind, true, requests);
  if (!tally) {
    fmt::print(stderr, "{}\n", tally.error().what);
    return UINT64_MAX;
  }
  // An answer that a wrong length kept waiting is an error, and wrong or unanswered as well: it counts once.
  std::uint64_t errors = 0;
  for (const ErrorCount& error : tally->errors) errors += error.count;
  return std::max(errors, tally->invalid() + tally->unanswered);
}

}  // namespace

void detection_line(const BenchPlan& plan, Bars& bars) {
  const std::uint64_t flips = plan.quick ? 10 : 50;
  NullServerPlan server_plan;
  server_plan.response = null_response(1024, &server_plan.date_at);
  server_plan.flip_every = kFlipEvery;
  server_plan.spin = kServerSpin;
  const std::string title = fmt::format("null server, 1024 bytes, one byte wrong in one of {} answers", kFlipEvery);
  fmt::print("{}\n", title);
  for (const EngineKind kind : available_engines()) {
    // 700 bytes: every answer comes in two pieces, cut at changing places.
    for (const std::size_t receive_bytes : {std::size_t{0}, std::size_t{700}}) {
      ++server_plan.flip_seed;
      const std::uint64_t found = count_wrong(server_plan, kind, flips * kFlipEvery, receive_bytes);
      const char* pieces = receive_bytes > 0 ? "in pieces" : "whole";
      fmt::print("  {:<22} {} of {} found, answers read {}\n", engine_name(kind), found, flips, pieces);
      bars.exactly(fmt::format("{}: {}, read {}", title, engine_name(kind), pieces), found, flips);
    }
  }
  std::fflush(stdout);
}

void alarms_line(Bars& bars) {
  constexpr std::uint64_t kAnswers = 10'000'000;
  NullServerPlan server_plan;
  server_plan.response = null_response(1024, &server_plan.date_at);
  server_plan.spin = kServerSpin;
  const std::string title = "null server, 1024 bytes, ten million right answers";
  fmt::print("{}\n", title);
  for (const EngineKind kind : available_engines()) {
    const std::uint64_t wrong = count_wrong(server_plan, kind, kAnswers, 0);
    fmt::print("  {:<22} {} called wrong\n", engine_name(kind), wrong);
    std::fflush(stdout);
    bars.exactly(fmt::format("{}: {}", title, engine_name(kind)), wrong, 0);
  }
}

}  // namespace httparity
