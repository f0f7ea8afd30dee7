#include "load/bench/costs.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "load/bench/clients.h"
#include "load/null_server.h"
#include "load/null_workload.h"
#include "load/server_process.h"

namespace httparity {
namespace {

/// Calls `measure` for both engines against a null server.
template <typename Measure>
void for_each_engine(std::size_t body_bytes, Measure measure) {
  NullServerPlan server_plan;
  server_plan.response = null_response(body_bytes, &server_plan.date_at);
  server_plan.spin = kServerSpin;
  const ServerProcess server(null_server(server_plan), kServerCpu);
  const auto sets = null_workload(server_plan.response);
  BenchTask task;
  task.tcp_port = server.tcp_port();
  for (const EngineKind kind : available_engines()) measure(engine_name(kind), kind, task, *sets);
}

/// How many system calls the client's processor made in 200 ms, some time after the call; nullopt where perf can't
/// tell.
std::optional<double> count_system_calls() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::string command =
      fmt::format("perf stat -x, -a -C {} -e raw_syscalls:sys_enter -- sleep 0.2 2>&1", kClientCpu);
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text(256, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), pipe));
  const bool good = ::pclose(pipe) == 0;
  const double count = std::atof(text.c_str());
  return good && count > 0 ? std::optional(count) : std::nullopt;
}

}  // namespace

void memory_line(Bars& bars) {
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kMany = 4096;
  const std::string title = fmt::format("null server, 1024 bytes, memory of a connection, from {} to {}", kFew, kMany);
  fmt::print("{}\n", title);
  for_each_engine(1024, [&](const char* name, EngineKind kind, BenchTask task, const auto& sets) {
    double bytes[2]{};
    for (const std::size_t i : {0U, 1U}) {
      task.connections = i == 0 ? kFew : kMany;
      bytes[i] = run_engine(task, sets, kind).rss_bytes;
    }
    const double kb_each = (bytes[1] - bytes[0]) / 1024 / static_cast<double>(kMany - kFew);
    fmt::print("  {:<22} {:.1f} KB\n", name, kb_each);
    bars.at_most(fmt::format("{}: {}, KB", title, name), kb_each, 64);
  });
  std::fflush(stdout);
}

void system_call_line(Bars& bars) {
  const std::string title = "null server, 1024 bytes, 64 connections, system calls per answer";
  fmt::print("{}\n", title);
  for_each_engine(1024, [&](const char* name, EngineKind kind, BenchTask task, const auto& sets) {
    task.duration = std::chrono::milliseconds(450);
    std::optional<double> calls;
    std::thread counting([&] { calls = count_system_calls(); });
    const Sample sample = run_engine(task, sets, kind);
    counting.join();
    if (!calls || sample.rate <= 0) {
      fmt::print("  {:<22} not counted: that takes perf and the right to use it\n", name);
      return;
    }
    // A client that spins asks again whenever the server has left it nothing to do: of the whole run's polls, these.
    const double each = *calls / (sample.rate * 0.2);
    fmt::print("  {:<22} {:.2f}; {:.2f} polls found nothing; busy {:.0f} %\n", name, each, sample.empty_polls,
               100 * sample.busy);
    bars.at_most(fmt::format("{}: {}", title, name), each, kind == EngineKind::kEpoll ? 2.2 : 0.5);
  });
  std::fflush(stdout);
}

}  // namespace httparity
