#include <fmt/format.h>

#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "load/bench/clients.h"
#include "load/bench/null_lines.h"
#include "load/bench/rounds.h"
#include "load/null_server.h"
#include "load/null_workload.h"
#include "load/server_process.h"

namespace httparity {
namespace {

constexpr std::size_t kVariants = 64;

/// A 1 KB answer whose date, number, id and cookie (its length too) are its own.
std::string varied_response(std::uint32_t number, std::size_t* date_at) {
  std::mt19937_64 random(number);
  const std::string fields = fmt::format(
      "\r\nExpires: Thu, 01 Jan 1970 00:{:02}:{:02} GMT\r\nX-Time: {:010}\r\nX-Request-Id: {:016x}{:016x}\r\n"
      "Set-Cookie: sid={:0{}x}; path=/\r\n\r\n",
      number / 60, number % 60, 1'700'000'000 + number, random(), random(), random(), 17 + number % 8);
  std::string out = null_response(1024, date_at);
  return out.replace(out.find("\r\n\r\n"), 4, fields);
}

Mask header_mask(std::string name, MaskType type) {
  Mask out;
  out.selector = HeaderSelector{std::move(name), {}, {}, {}};
  out.type = type;
  return out;
}

std::vector<Mask> masks() {
  std::vector<Mask> out{header_mask("Expires", MaskType::kHttpDate), header_mask("X-Time", MaskType::kDigits),
                        header_mask("X-Request-Id", MaskType::kHex), header_mask("Set-Cookie", MaskType::kHex)};
  std::get<HeaderSelector>(out.back().selector).after = "sid=";
  std::get<HeaderSelector>(out.back().selector).until = {";"};
  out.back().any_width = true;
  return out;
}

}  // namespace

void mask_line(const BenchPlan& plan, Bars& bars) {
  NullServerPlan same;
  same.response = varied_response(0, &same.date_at);
  NullServerPlan varied = same;
  for (std::uint32_t number = 1; number < kVariants; ++number) {
    varied.variants.push_back(varied_response(number, &varied.date_at));
  }
  const auto sets = null_workload(same.response, masks());
  if (!sets) {
    fmt::print("masks: {}\n", sets.error().what);
    return;
  }
  const ServerProcess same_server(null_server(same), kServerCpu);
  const ServerProcess varied_server(null_server(varied), kServerCpu);
  std::vector<BenchClient> clients;
  for (const EngineKind kind : available_engines()) {
    const char* name = engine_name(kind);
    const auto run = [&, kind](const ServerProcess& server) {
      return [task = BenchTask{server.tcp_port(), 64, plan.duration}, &sets, kind] {
        return run_engine(task, *sets, kind);
      };
    };
    clients.push_back({fmt::format("{}, nothing changes", name), run(same_server), {}});
    const double bar = kind == EngineKind::kEpoll ? 0.98 : 0.97;
    clients.push_back({fmt::format("{}, all change", name), run(varied_server), {{clients.size() - 1, bar, 0}}});
  }
  compare_clients("null server, 1 KB, 64 connections, four masked values in every answer", varied_server.pid(), clients,
                  plan.rounds, bars);
}

}  // namespace httparity
