#include "load/bench/open_loop.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "load/bench/clients.h"

namespace httparity {
namespace {

constexpr double kRate = 20'000;

}  // namespace

void open_loop_line(const std::string& server, std::uint16_t tcp_port, const std::vector<RequestSet>& sets,
                    const BenchPlan& plan, Bars& bars) {
  BenchTask task{tcp_port, 64, plan.duration};
  task.rate_per_second = kRate;
  const std::vector<EngineKind> engines = available_engines();
  std::vector<std::vector<Sample>> samples(engines.size());
  for (int round = 0; round < plan.rounds; ++round) {
    for (std::size_t i = 0; i < engines.size(); ++i) samples[i].push_back(run_engine(task, sets, engines[i]));
  }
  const std::string title = fmt::format("{}, 128 bytes, 64 connections, open loop of {:.0f}/s", server, kRate);
  fmt::print("{}\n", title);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const auto middle = [&](double Sample::*figure) {
      std::vector<double> values;
      for (const Sample& sample : samples[i]) values.push_back(sample.*figure);
      return median(std::move(values));
    };
    const char* engine = engine_name(engines[i]);
    fmt::print(
        "  {:<22} {:>9.1f}/s answered, sent late by {:.1f} us (p50), {:.1f} (p90), {:.1f} (p99), response {:.0f} us "
        "(p50), {:.0f} (p99)\n",
        engine, middle(&Sample::rate), middle(&Sample::late_p50_us), middle(&Sample::late_p90_us),
        middle(&Sample::late_p99_us), middle(&Sample::response_p50_us), middle(&Sample::response_p99_us));
    const std::string what = fmt::format("{}: {}", title, engine);
    bars.at_most(what + ", distance from the rate in %", std::abs(middle(&Sample::rate) / kRate - 1) * 100, 0.1);
    bars.at_most(what + ", lateness p50 in us", middle(&Sample::late_p50_us), 2);
    bars.at_most(what + ", lateness p90 in us", middle(&Sample::late_p90_us), 15);
    bars.at_most(what + ", lateness p99 in us", middle(&Sample::late_p99_us), 150);
  }
  std::fflush(stdout);
}

}  // namespace httparity
