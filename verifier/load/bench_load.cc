// ci/bench load: the load engine beside wrk, beside itself without the check and beside a bare client, in rounds that
// alternate. The server is the null server, so that the client is the limit. Prints ratios, medians over the rounds,
// and which bars were met. --quick: shorter; --tls: the TLS part alone.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "load/load_threads.h"
#include "load/null_server.h"
#include "load/null_tls_server.h"
#include "load/resolve.h"

namespace httparity {
namespace {

constexpr int kServerCpu = 0;
constexpr int kClientCpu = 1;
int announce_to = -1;

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

struct Server {
  pid_t pid = -1;
  std::uint16_t tcp_port = 0;
};

Server start_null(std::size_t body_bytes) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  Server out;
  out.pid = ::fork();
  if (out.pid == 0) {
    pin(kServerCpu);
    announce_to = pipe[1];
    NullServerPlan plan;
    plan.response = null_response(body_bytes, &plan.date_at);
    const auto served = serve_null(plan, [](std::uint16_t tcp_port) { (void)!::write(announce_to, &tcp_port, 2); });
    if (!served) fmt::print(stderr, "{}\n", served.error().what);
    std::_Exit(served ? 0 : 3);
  }
  ::close(pipe[1]);
  if (::read(pipe[0], &out.tcp_port, 2) != 2) std::exit(3);
  ::close(pipe[0]);
  return out;
}

Server start_null_tls(std::size_t body_bytes) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  Server out;
  out.pid = ::fork();
  if (out.pid == 0) {
    pin(kServerCpu);
    std::size_t date_at = 0;
    const std::string response = null_response(body_bytes, &date_at);
    const auto served =
        serve_null_tls(response, [&](std::uint16_t tcp_port) { (void)!::write(pipe[1], &tcp_port, sizeof tcp_port); });
    fmt::print(stderr, "{}\n", served.error().what);
    std::_Exit(3);
  }
  ::close(pipe[1]);
  if (::read(pipe[0], &out.tcp_port, 2) != 2) std::exit(3);
  ::close(pipe[0]);
  return out;
}

void stop_server(const Server& server) {
  ::kill(server.pid, SIGTERM);
  ::waitpid(server.pid, nullptr, 0);
}

LoadAddress loopback(std::uint16_t tcp_port) {
  LoadAddress out;
  auto* address = reinterpret_cast<sockaddr_in*>(&out.address);
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address->sin_port = htons(tcp_port);
  out.length = sizeof(sockaddr_in);
  return out;
}

std::vector<RequestSet> workload(std::size_t body_bytes) {
  std::size_t date_at = 0;
  RequestTemplate request;
  request.bytes = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  Exchange exchange;
  exchange.request = index_message(request.bytes);
  ResponseReader reader("GET");
  reader.feed(null_response(body_bytes, &date_at));
  ReadResponse read = reader.take();
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
  Mask date;
  date.selector = HeaderSelector{"Date", {}, {}, {}};
  date.type = MaskType::kHttpDate;
  auto expectation = compile_expectation(std::move(exchange), {date});
  if (!expectation) {
    fmt::print(stderr, "{}\n", expectation.error().what);
    std::exit(70);
  }
  request.expectation = *std::move(expectation);
  std::vector<RequestTemplate> templates;
  templates.push_back(std::move(request));
  std::vector<RequestSet> sets;
  sets.push_back(make_request_set(std::move(templates)));
  return sets;
}

struct Sample {
  double rate = 0;    // answers per second
  double cpu_us = 0;  // client CPU per answer
};

double cpu_seconds(const rusage& usage) {
  const auto of = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

/// Runs `work` in a process of its own on the client's core; `work` returns answers per second and writes how many.
Sample in_process(const std::function<Sample(std::uint64_t*)>& work) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  const pid_t pid = ::fork();
  if (pid == 0) {
    pin(kClientCpu);
    std::uint64_t answers = 0;
    rusage before{};
    ::getrusage(RUSAGE_SELF, &before);
    Sample sample = work(&answers);
    rusage after{};
    ::getrusage(RUSAGE_SELF, &after);
    sample.cpu_us = answers == 0 ? 0 : (cpu_seconds(after) - cpu_seconds(before)) * 1e6 / static_cast<double>(answers);
    (void)!::write(pipe[1], &sample, sizeof sample);
    std::_Exit(0);
  }
  ::close(pipe[1]);
  Sample out;
  if (::read(pipe[0], &out, sizeof out) != sizeof out) out = {};
  ::close(pipe[0]);
  ::waitpid(pid, nullptr, 0);
  return out;
}

Sample run_own(const std::vector<RequestSet>& sets, std::uint16_t tcp_port, std::size_t connections, EngineKind kind,
               bool check, std::chrono::milliseconds duration, bool tls = false) {
  return in_process([&](std::uint64_t* answers) {
    TlsOptions any;
    any.insecure = true;  // the server makes its own certificate
    const auto context = tls ? make_tls(any) : Result<SslContext>(SslContext());
    LoadStep step;
    step.engine.endpoint = loopback(tcp_port);
    step.engine.endpoint.host = "localhost";
    step.engine.endpoint.tls = context->get();
    step.engine.connections = connections;
    step.engine.duration = duration;
    step.engine.drain_limit = std::chrono::milliseconds(500);
    step.kind = kind;
    step.check = check;
    auto tally = run_load_step(step, sets, {});
    if (!tally || tally->invalid() > 0) {
      fmt::print(stderr, "{}\n", tally ? "invalid answers" : tally.error().what);
      return Sample{};
    }
    *answers = tally->valid();
    return Sample{static_cast<double>(tally->valid()) / (static_cast<double>(tally->timed.count()) / 1e9), 0};
  });
}

/// The floor: an epoll client that checks, times and counts nothing but the bytes it needs to know when to go on.
Sample run_bare(std::size_t response_bytes, std::uint16_t tcp_port, std::size_t connections,
                std::chrono::milliseconds duration) {
  return in_process([&](std::uint64_t* answers) {
    const std::string request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const LoadAddress to = loopback(tcp_port);
    const int epoll = ::epoll_create1(0);
    std::vector<std::size_t> got(65536);
    std::vector<char> buffer(256 * 1024);
    for (std::size_t i = 0; i < connections; ++i) {
      const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
      const int on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      if (::connect(fd, reinterpret_cast<const sockaddr*>(&to.address), to.length) != 0) return Sample{};
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.fd = fd;
      ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
      (void)!::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    }
    const auto begin = Clock::now();
    const auto end = begin + duration;
    std::array<epoll_event, 512> events{};
    for (std::uint64_t turn = 0; turn % 64 != 0 || Clock::now() < end; ++turn) {
      const int ready = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), 0);
      for (int i = 0; i < ready; ++i) {
        const int fd = events[static_cast<std::size_t>(i)].data.fd;
        const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), 0);
        if (size <= 0) return Sample{};
        std::size_t& sum = got[static_cast<std::size_t>(fd)];
        sum += static_cast<std::size_t>(size);
        if (sum < response_bytes) continue;
        sum = 0;
        ++*answers;
        (void)!::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
      }
    }
    return Sample{static_cast<double>(*answers) / std::chrono::duration<double>(Clock::now() - begin).count(), 0};
  });
}

Sample run_wrk(std::uint16_t tcp_port, std::size_t connections, std::chrono::milliseconds duration,
               const char* scheme = "http") {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  const auto seconds = fmt::format("-d{}s", std::max<std::int64_t>(1, duration.count() / 1000));
  const pid_t pid = ::fork();
  if (pid == 0) {
    pin(kClientCpu);
    ::dup2(pipe[1], 1);
    ::execlp("wrk", "wrk", "-t1", fmt::format("-c{}", connections).c_str(), seconds.c_str(),
             fmt::format("{}://127.0.0.1:{}/", scheme, tcp_port).c_str(), nullptr);
    std::_Exit(127);
  }
  ::close(pipe[1]);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = ::read(pipe[0], part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(size));
  ::close(pipe[0]);
  rusage usage{};
  ::wait4(pid, nullptr, 0, &usage);
  Sample out;
  const std::size_t rate = text.find("Requests/sec:");
  const std::size_t total = text.find(" requests in ");
  if (rate == std::string::npos || total == std::string::npos) return out;
  out.rate = std::atof(text.c_str() + rate + 13);
  const double answers = std::atof(text.c_str() + text.rfind('\n', total) + 1);
  out.cpu_us = answers > 0 ? cpu_seconds(usage) * 1e6 / answers : 0;
  return out;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Client {
  std::string name;
  std::function<Sample()> run;
  double bar = 0;             ///< least rate beside the first client's; 0: none
  std::size_t unchecked = 0;  ///< index of the client that does the same without checking; 0: none
  double unchecked_bar = 0;
};

/// The bars that the engine is held to, and how many were met.
struct Bars {
  int met = 0;
  int missed = 0;
  std::string shortfalls;

  void hold(const std::string& what, double value, double bar, bool at_most = false) {
    const bool good = at_most ? value <= bar : value >= bar;
    ++(good ? met : missed);
    if (!good) shortfalls += fmt::format("  missed: {}: {:.2f}, bar {:.2f}\n", what, value, bar);
  }
};

/// Every client in turn, `rounds` times; the first is what the others are divided by.
void compare_clients(const std::string& title, const std::vector<Client>& clients, int rounds, Bars& bars) {
  std::vector<std::vector<Sample>> samples(clients.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < clients.size(); ++i) samples[i].push_back(clients[i].run());
  }
  fmt::print("{}\n", title);
  for (std::size_t i = 0; i < clients.size(); ++i) {
    std::vector<double> rates;
    std::vector<double> rate_ratios;
    std::vector<double> cpu_ratios;
    for (std::size_t round = 0; round < samples[i].size(); ++round) {
      rates.push_back(samples[i][round].rate);
      if (samples[0][round].rate > 0) rate_ratios.push_back(samples[i][round].rate / samples[0][round].rate);
      if (samples[0][round].cpu_us > 0) cpu_ratios.push_back(samples[i][round].cpu_us / samples[0][round].cpu_us);
    }
    fmt::print("  {:<22} {:>9.0f}/s  {:>5.2f}x  CPU {:>5.2f}x\n", clients[i].name, median(rates), median(rate_ratios),
               median(cpu_ratios));
    if (clients[i].bar > 0)
      bars.hold(fmt::format("{}, {} beside wrk", title, clients[i].name), median(rate_ratios), clients[i].bar);
    if (clients[i].unchecked == 0) continue;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < samples[i].size(); ++round) {
      const double other = samples[clients[i].unchecked][round].rate;
      if (other > 0) ratios.push_back(samples[i][round].rate / other);
    }
    fmt::print("  {:<22} {:>5.2f}x of what it does without checking\n", "", median(ratios));
    bars.hold(fmt::format("{}, {} checking beside not checking", title, clients[i].name), median(ratios),
              clients[i].unchecked_bar);
  }
  std::fflush(stdout);
}

void open_loop(const std::vector<RequestSet>& sets, std::uint16_t tcp_port, std::chrono::milliseconds duration,
               Bars& bars) {
  constexpr double kRate = 20'000;
  fmt::print("open loop, null server, 128 bytes, 64 connections, {:.0f} requests a second\n", kRate);
  for (const EngineKind kind : {EngineKind::kEpoll, EngineKind::kUring}) {
    if (kind == EngineKind::kUring && !uring_is_available()) continue;
    pin(kClientCpu);
    LoadStep step;
    step.engine.endpoint = loopback(tcp_port);
    step.engine.connections = 64;
    step.engine.duration = duration;
    step.kind = kind;
    step.rate_per_second = kRate;
    const auto tally = run_load_step(step, sets, {});
    const char* name = kind == EngineKind::kUring ? "io_uring" : "epoll";
    if (!tally || tally->invalid() > 0) {
      fmt::print("  {:<22} {}\n", name, tally ? "invalid answers" : tally.error().what);
      continue;
    }
    const double rate = static_cast<double>(tally->started) / std::chrono::duration<double>(tally->timed).count();
    const auto late = [&](double percent) {
      return static_cast<double>(tally->lateness.percentile(percent).count()) / 1e3;
    };
    fmt::print(
        "  {:<22} {:>9.1f}/s sent, late by {:.1f} us (p50), {:.1f} (p90), {:.1f} (p99); response {:.0f} us (p50), "
        "{:.0f} (p99)\n",
        name, rate, late(50), late(90), late(99),
        static_cast<double>(tally->requests[0].response.percentile(50).count()) / 1e3,
        static_cast<double>(tally->requests[0].response.percentile(99).count()) / 1e3);
    bars.hold(fmt::format("open loop, {}: distance from the rate in %", name), std::abs(rate / kRate - 1) * 100, 0.1,
              true);
    bars.hold(fmt::format("open loop, {}: lateness p50, us", name), late(50), 2, true);
    bars.hold(fmt::format("open loop, {}: lateness p99, us", name), late(99), 150, true);
  }
}

void tls_loop(std::chrono::milliseconds duration, int rounds, Bars& bars) {
  for (const auto& [body, bar] : {std::pair<std::size_t, double>{128, 1.4}, {16384, 1.35}, {102400, 1.15}}) {
    const std::vector<RequestSet> sets = workload(body);
    const Server server = start_null_tls(body);
    std::vector<Client> clients;
    clients.push_back({"wrk https", [&] { return run_wrk(server.tcp_port, 64, duration, "https"); }, 0});
    clients.push_back({"epoll, TLS",
                       [&] { return run_own(sets, server.tcp_port, 64, EngineKind::kEpoll, true, duration, true); },
                       bar});
    compare_clients(fmt::format("null TLS server, {} bytes, 64 connections", body), clients, rounds, bars);
    stop_server(server);
  }
}

struct BodyBars {
  std::size_t body;
  double epoll;
  double uring;
  double epoll_checking;
  double uring_checking;
};

int run(bool quick, bool only_tls) {
  const int rounds = quick ? 3 : 5;
  const auto duration = std::chrono::milliseconds(quick ? 300 : 1000);
  const bool uring = uring_is_available();
  constexpr BodyBars kBars[] = {{128, 1.4, 2.0, 0.96, 0.97},
                                {1024, 1.4, 2.0, 0.96, 0.97},
                                {16384, 1.8, 2.5, 0.95, 0.92},
                                {102400, 2.6, 3.0, 0.90, 0.82}};
  Bars bars;
  for (const BodyBars& bar : kBars) {
    if (only_tls) break;
    const std::vector<RequestSet> sets = workload(bar.body);
    const Server server = start_null(bar.body);
    std::vector<std::size_t> counts{64};
    if (bar.body == 128) counts = {1, 64, 4096};
    if (quick && bar.body == 1024) counts = {};
    for (const std::size_t connections : counts) {
      const double epoll_bar = connections == 1 ? 2.5 : connections == 4096 ? 2.0 : bar.epoll;
      const double uring_bar = connections == 1 ? 2.5 : connections == 4096 ? 2.8 : bar.uring;
      const bool detailed = connections == 64;
      std::vector<Client> clients;
      clients.push_back({"wrk", [&] { return run_wrk(server.tcp_port, connections, duration); }});
      const auto own = [&](EngineKind kind, bool check) {
        return [&, kind, check] { return run_own(sets, server.tcp_port, connections, kind, check, duration); };
      };
      const auto with_and_without = [&](const std::string& name, EngineKind kind, double rate_bar, double check_bar) {
        const std::size_t at = clients.size();
        clients.push_back({name, own(kind, true), rate_bar, detailed ? at + 1 : 0, check_bar});
        if (detailed) clients.push_back({name + ", not checking", own(kind, false)});
      };
      with_and_without("epoll", EngineKind::kEpoll, epoll_bar, bar.epoll_checking);
      if (detailed) {
        clients.push_back({"bare epoll client", [&] {
                             return run_bare(sets[0].templates[0].expectation.image.bytes.size(), server.tcp_port,
                                             connections, duration);
                           }});
      }
      if (uring) with_and_without("io_uring", EngineKind::kUring, uring_bar, bar.uring_checking);
      compare_clients(fmt::format("null server, {} bytes, {} connections", bar.body, connections), clients, rounds,
                      bars);
    }
    if (bar.body == 128) open_loop(sets, server.tcp_port, duration, bars);
    stop_server(server);
  }
  if (only_tls) tls_loop(duration, quick ? 1 : rounds, bars);
  fmt::print("{}bench load: {} of {} bars met\n", bars.shortfalls, bars.met, bars.met + bars.missed);
  return 0;
}

}  // namespace
}  // namespace httparity

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): a benchmark may end so
  std::signal(SIGPIPE, SIG_IGN);
  bool quick = false;
  bool only_tls = false;
  for (int i = 1; i < argc; ++i) {
    quick = quick || std::string_view(argv[i]) == "--quick";
    only_tls = only_tls || std::string_view(argv[i]) == "--tls";
  }
  return httparity::run(quick, only_tls);
}
