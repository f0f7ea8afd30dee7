#include "load/bench/null_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "load/bench/clients.h"
#include "load/bench/open_loop.h"
#include "load/bench/rounds.h"
#include "load/null_server.h"
#include "load/null_tls_server.h"
#include "load/null_workload.h"
#include "load/server_process.h"

namespace httparity {
namespace {

/// What one engine is held to on one line.
struct EngineBars {
  double rate = 0;       ///< beside wrk
  double cpu = 0;        ///< beside wrk, per answer; 0: none
  double unchecked = 0;  ///< beside itself without checking; 0: not measured
  double bare = 0;       ///< beside the bare client; 0: not measured
};

struct Line {
  std::size_t body_bytes;
  std::size_t connections;
  EngineBars epoll;
  EngineBars uring;
};

constexpr std::array<Line, 6> kLines{{
    {128, 1, {2.5}, {2.5}},
    {128, 64, {1.4, 0.72, 0.96, 0.92}, {2.0, 0.52, 0.97, 0.90}},
    {128, 4096, {2.0, 0, 0, 0.92}, {2.8, 0, 0, 0.90}},
    {1024, 64, {1.4, 0.72, 0.96, 0.92}, {2.0, 0.52, 0.97, 0.90}},
    {16 * 1024, 64, {1.8, 0, 0.95, 0.92}, {2.5, 0, 0.92, 0.90}},
    {100 * 1024, 64, {2.6, 0, 0.90, 0.92}, {3.0, 0, 0.82, 0.90}},
}};

void add_engine(std::vector<BenchClient>& clients, const BenchTask& task, const std::vector<RequestSet>& sets,
                EngineKind kind, const EngineBars& bars) {
  const bool epoll = kind == EngineKind::kEpoll;
  const std::string name = engine_name(kind);
  const std::size_t answer_bytes = sets[0].templates[0].expectation.image.bytes.size();
  const std::size_t own = clients.size();
  clients.push_back({name, [=, &sets] { return run_engine(task, sets, kind); }, {{0, bars.rate, bars.cpu}}});
  if (bars.unchecked > 0) {
    clients[own].bars.push_back({clients.size(), bars.unchecked, 0});
    clients.push_back({name + " not checking", [=, &sets] { return run_engine(task, sets, kind, false); }, {}});
  }
  if (bars.bare > 0) {
    clients[own].bars.push_back({clients.size(), bars.bare, 0});
    clients.push_back({"bare " + name,
                       [=] { return epoll ? run_bare_epoll(task, answer_bytes) : run_bare_uring(task, answer_bytes); },
                       {}});
  }
}

void run_line(const Line& line, const BenchPlan& plan, Bars& bars) {
  NullServerPlan server_plan;
  server_plan.response = null_response(line.body_bytes, &server_plan.date_at);
  server_plan.spin = kServerSpin;
  const ServerProcess server(null_server(server_plan), kServerCpu);
  const auto sets = null_workload(server_plan.response);
  // wrk connects in the time that it counts, so that thousands of connections need a longer one.
  const auto duration =
      line.connections > 1000 ? std::max(plan.duration, std::chrono::milliseconds(500)) : plan.duration;
  const BenchTask task{server.tcp_port(), line.connections, duration};
  std::vector<BenchClient> clients;
  clients.push_back({"wrk", [=] { return run_wrk(task); }, {}});
  for (const EngineKind kind : available_engines()) {
    add_engine(clients, task, *sets, kind, kind == EngineKind::kEpoll ? line.epoll : line.uring);
  }
  compare_clients(fmt::format("null server, {} bytes, {} connections", line.body_bytes, line.connections), server.pid(),
                  clients, plan.rounds, bars);
  if (line.body_bytes == 128 && line.connections == 64) {
    open_loop_line("null server", server.tcp_port(), *sets, plan, bars);
  }
}

}  // namespace

void null_lines(const BenchPlan& plan, Bars& bars) {
  for (const Line& line : kLines) {
    if (!plan.quick || line.body_bytes != 1024) run_line(line, plan, bars);
  }
}

void tls_lines(const BenchPlan& plan, Bars& bars) {
  constexpr std::array<std::pair<std::size_t, double>, 3> kTlsLines{
      {{128, 1.4}, {16 * 1024, 1.35}, {100 * 1024, 1.15}}};
  for (const auto& [body_bytes, bar] : kTlsLines) {
    NullServerPlan served;
    served.response = null_response(body_bytes, &served.date_at);
    const ServerProcess server([&](const auto& announce) { return serve_null_tls(served, announce); }, kServerCpu);
    const auto sets = null_workload(served.response);
    const BenchTask task{server.tcp_port(), 64, plan.duration, true};
    const std::vector<BenchClient> clients{
        {"wrk", [=] { return run_wrk(task); }, {}},
        {"epoll", [=, &sets] { return run_engine(task, *sets, EngineKind::kEpoll); }, {{0, bar, 0}}},
    };
    compare_clients(fmt::format("null server over TLS, {} bytes, 64 connections", body_bytes), server.pid(), clients,
                    plan.rounds, bars);
  }
}

}  // namespace httparity
