#include "load/bench/clients.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "load/null_workload.h"
#include "load/resolve.h"
#include "load/server_process.h"

namespace httparity {
namespace {

constexpr std::chrono::milliseconds kWarmup{30};

/// Takes from wrk's report how many requests it made and how many a second.
Sample read_wrk_report(const std::string& text) {
  Sample out;
  const std::size_t rate = text.find("Requests/sec:");
  const std::size_t total = text.find(" requests in ");
  if (rate == std::string::npos || total == std::string::npos) return out;
  out.rate = std::atof(text.c_str() + rate + 13);
  out.answers = std::strtoull(text.c_str() + text.rfind('\n', total) + 1, nullptr, 10);
  out.busy = 1;
  return out;
}

}  // namespace

Result<Tally> run_step(const BenchTask& task, const std::vector<RequestSet>& sets, EngineKind kind, bool check,
                       std::uint64_t requests) {
  TlsOptions any;
  any.insecure = true;  // the server makes its own certificate
  const auto context = task.tls ? make_tls(any) : Result<SslContext>(SslContext());
  if (!context) return context.error();
  LoadStep step;
  step.engine.endpoint = loopback_address(task.tcp_port);
  step.engine.endpoint.host = "localhost";
  step.engine.endpoint.tls = context->get();
  step.engine.connections = task.connections;
  step.engine.warmup = requests > 0 ? std::chrono::milliseconds(0) : kWarmup;
  step.engine.duration = requests > 0 ? std::chrono::milliseconds(0) : task.duration;
  step.engine.drain_limit = std::chrono::milliseconds(500);
  step.engine.answer_limit = std::chrono::milliseconds(500);
  if (task.receive_bytes > 0) step.engine.receive_bytes = task.receive_bytes;
  step.kind = kind;
  step.check = check;
  step.requests = requests;
  step.rate_per_second = task.rate_per_second;
  return run_load_step(step, sets, {});
}

Sample run_engine(const BenchTask& task, const std::vector<RequestSet>& sets, EngineKind kind, bool check) {
  return in_process([&] {
    const auto tally = run_step(task, sets, kind, check);
    if (!tally || tally->invalid() + tally->warmup_invalid > 0) {
      fmt::print(stderr, "{}\n", tally ? "invalid answers" : tally.error().what);
      return Sample{};
    }
    using Seconds = std::chrono::duration<double>;
    const auto us = [](const Histogram& histogram, double percent) {
      return static_cast<double>(histogram.percentile(percent).count()) / 1e3;
    };
    Sample out;
    out.answers = tally->valid() + tally->warmup_valid;
    out.rate = static_cast<double>(tally->valid()) / Seconds(tally->timed).count();
    out.busy = std::clamp(1 - Seconds(tally->idle).count() / Seconds(tally->timed + kWarmup).count(), 0.0, 1.0);
    out.empty_polls =
        static_cast<double>(tally->empty_polls) / static_cast<double>(std::max<std::uint64_t>(1, out.answers));
    out.late_p50_us = us(tally->lateness(), 50);
    out.late_p90_us = us(tally->lateness(), 90);
    out.late_p99_us = us(tally->lateness(), 99);
    out.response_p50_us = us(tally->requests[0].response, 50);
    out.response_p99_us = us(tally->requests[0].response, 99);
    return out;
  });
}

Sample run_wrk(const BenchTask& task) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  const pid_t pid = fork_pinned({kClientCpu}, [&] {
    ::dup2(pipe[1], 1);
    const std::string url = fmt::format("{}://127.0.0.1:{}/", task.tls ? "https" : "http", task.tcp_port);
    ::execlp("wrk", "wrk", "-t1", fmt::format("-c{}", task.connections).c_str(), "-d60s", url.c_str(), nullptr);
    return 127;
  });
  ::close(pipe[1]);
  std::this_thread::sleep_for(task.duration);
  ::kill(pid, SIGINT);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = ::read(pipe[0], part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(size));
  ::close(pipe[0]);
  rusage usage{};
  ::wait4(pid, nullptr, 0, &usage);
  Sample out = read_wrk_report(text);
  if (out.answers > 0) out.cpu_us = cpu_seconds(usage) * 1e6 / static_cast<double>(out.answers);
  return out;
}

}  // namespace httparity
