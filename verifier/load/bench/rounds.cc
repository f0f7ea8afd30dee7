#include "load/bench/rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "load/usage.h"

namespace httparity {
namespace {

double process_cpu_seconds(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Run {
  Sample client;
  double server_busy = 0;
  double others_busy = 0;  // share of both processors that other processes had
};

Run run_once(const BenchClient& client, pid_t server) {
  const std::vector<int> cpus{kServerCpu, kClientCpu};
  const double before = process_cpu_seconds(server);
  const double all_before = busy_seconds(cpus);
  const auto begin = std::chrono::steady_clock::now();
  Run out;
  out.client = client.run();
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double server_cpu = process_cpu_seconds(server) - before;
  out.server_busy = server_cpu / elapsed;
  const double client_cpu = out.client.cpu_us / 1e6 * static_cast<double>(out.client.answers);
  out.others_busy = std::max(0.0, busy_seconds(cpus) - all_before - server_cpu - client_cpu) / elapsed / 2;
  return out;
}

template <typename Figure>
double median_of(const std::vector<Run>& runs, Figure figure) {
  std::vector<double> values;
  for (const Run& run : runs) values.push_back(figure(run));
  return median(std::move(values));
}

/// The median over the rounds of `figure` of the one by that of the other.
double ratio(const std::vector<Run>& runs, const std::vector<Run>& others, double Sample::*figure) {
  std::vector<double> values;
  for (std::size_t round = 0; round < runs.size(); ++round) {
    const double other = others[round].client.*figure;
    if (other > 0) values.push_back(runs[round].client.*figure / other);
  }
  return median(std::move(values));
}

}  // namespace

void compare_clients(const std::string& title, pid_t server, const std::vector<BenchClient>& clients, int rounds,
                     Bars& bars) {
  std::vector<std::vector<Run>> runs(clients.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < clients.size(); ++i) runs[i].push_back(run_once(clients[i], server));
  }
  std::vector<Run> all;
  for (const auto& one : runs) all.insert(all.end(), one.begin(), one.end());
  const double others = median_of(all, [](const Run& run) { return run.others_busy; });
  fmt::print("{}{}\n", title, others > 0.05 ? fmt::format(" (other processes took {:.0f} %)", 100 * others) : "");
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const BenchClient& client = clients[i];
    fmt::print("  {:<22} {:>9.0f}/s {:>5.2f}x  CPU {:>5.2f}x  busy {:>3.0f} %, server {:>3.0f} %", client.name,
               median_of(runs[i], [](const Run& run) { return run.client.rate; }),
               ratio(runs[i], runs[0], &Sample::rate), ratio(runs[i], runs[0], &Sample::cpu_us),
               100 * median_of(runs[i], [](const Run& run) { return run.client.busy; }),
               100 * median_of(runs[i], [](const Run& run) { return run.server_busy; }));
    for (const RatioBar& bar : client.bars) {
      const std::string what = fmt::format("{}: {} beside {}", title, client.name, clients[bar.beside].name);
      const double rate = ratio(runs[i], runs[bar.beside], &Sample::rate);
      if (bar.beside != 0) fmt::print(", {:.2f}x {}", rate, clients[bar.beside].name);
      if (bar.rate > 0) bars.at_least(what, rate, bar.rate);
      if (bar.cpu > 0)
        bars.at_most(what + ", CPU per answer", ratio(runs[i], runs[bar.beside], &Sample::cpu_us), bar.cpu);
    }
    fmt::print("\n");
  }
  std::fflush(stdout);
}

}  // namespace httparity
