#include "load/bench/nginx_lines.h"

#include <fmt/format.h>

#include <vector>

#include "load/bench/clients.h"
#include "load/bench/nginx.h"
#include "load/bench/open_loop.h"
#include "load/bench/rounds.h"
#include "load/null_workload.h"

namespace httparity {
namespace {

struct NginxLine {
  std::size_t body_bytes;
  std::size_t connections;
  double bar;      ///< rate beside wrk
  bool quick;      ///< measured with --quick too
  bool open_loop;  ///< and 20,000 a second
};

constexpr NginxLine kLines[] = {
    {128, 1, 0.97, true, false},        {128, 16, 0.97, false, false},      {128, 64, 1.05, true, true},
    {128, 256, 0.97, false, false},     {128, 1024, 0.97, false, false},    {128, 4096, 0.97, false, false},
    {16 * 1024, 64, 0.97, true, false}, {100 * 1024, 64, 2.4, true, false},
};

void run_line(const NginxLine& line, const BenchPlan& plan, Bars& bars) {
  const BenchNginx nginx(line.body_bytes);
  if (!nginx.answer()) {
    fmt::print("nginx doesn't run here: not measured\n");
    return;
  }
  const auto sets = null_workload(*nginx.answer());
  if (!sets) {
    fmt::print("nginx: {}\n", sets.error().what);
    return;
  }
  const BenchTask task{nginx.tcp_port(), line.connections, plan.duration};
  std::vector<BenchClient> clients;
  clients.push_back({"wrk", [=] { return run_wrk(task); }, {}});
  for (const EngineKind kind : available_engines()) {
    clients.push_back({engine_name(kind), [=, &sets] { return run_engine(task, *sets, kind); }, {{0, line.bar, 0}}});
  }
  compare_clients(fmt::format("nginx, {} bytes, {} connections", line.body_bytes, line.connections), nginx.pid(),
                  clients, plan.rounds, bars);
  if (line.open_loop) open_loop_line("nginx", nginx.tcp_port(), *sets, plan, bars);
}

}  // namespace

void nginx_lines(const BenchPlan& plan, Bars& bars) {
  for (const NginxLine& line : kLines) {
    if (line.quick || !plan.quick) run_line(line, plan, bars);
  }
}

}  // namespace httparity
