// ci/bench load: the load engine beside wrk, beside itself without the check and beside a bare client, in rounds that
// alternate. The server is the null server, so that the client is the limit. Prints ratios; medians over the rounds.

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

void stop_server(const Server& server) {
  ::kill(server.pid, SIGTERM);
  ::waitpid(server.pid, nullptr, 0);
}

Endpoint loopback(std::uint16_t tcp_port) {
  Endpoint out;
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
               bool check, std::chrono::milliseconds duration) {
  return in_process([&](std::uint64_t* answers) {
    LoadStep step;
    step.engine.endpoint = loopback(tcp_port);
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
    const Endpoint to = loopback(tcp_port);
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

Sample run_wrk(std::uint16_t tcp_port, std::size_t connections, std::chrono::milliseconds duration) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  const auto seconds = fmt::format("-d{}s", std::max<std::int64_t>(1, duration.count() / 1000));
  const pid_t pid = ::fork();
  if (pid == 0) {
    pin(kClientCpu);
    ::dup2(pipe[1], 1);
    ::execlp("wrk", "wrk", "-t1", fmt::format("-c{}", connections).c_str(), seconds.c_str(),
             fmt::format("http://127.0.0.1:{}/", tcp_port).c_str(), nullptr);
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
};

/// Every client in turn, `rounds` times; the first is what the others are divided by.
void compare_clients(const std::string& title, const std::vector<Client>& clients, int rounds) {
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
  }
  std::fflush(stdout);
}

int run(bool quick) {
  const int rounds = quick ? 3 : 5;
  const auto duration = std::chrono::milliseconds(quick ? 500 : 1000);
  const bool uring = uring_is_available();
  for (const std::size_t body : {std::size_t{128}, std::size_t{1024}, std::size_t{16384}, std::size_t{102400}}) {
    const std::vector<RequestSet> sets = workload(body);
    const Server server = start_null(body);
    std::vector<std::size_t> counts{64};
    if (body == 128) counts = {1, 64, 4096};
    for (const std::size_t connections : counts) {
      std::vector<Client> clients;
      clients.push_back({"wrk", [&] { return run_wrk(server.tcp_port, connections, duration); }});
      const auto own = [&](EngineKind kind, bool check) {
        return [&, kind, check] { return run_own(sets, server.tcp_port, connections, kind, check, duration); };
      };
      clients.push_back({"epoll", own(EngineKind::kEpoll, true)});
      clients.push_back({"epoll, not checking", own(EngineKind::kEpoll, false)});
      clients.push_back({"bare epoll client", [&] {
                           return run_bare(sets[0].templates[0].expectation.image.bytes.size(), server.tcp_port,
                                           connections, duration);
                         }});
      if (uring) {
        clients.push_back({"io_uring", own(EngineKind::kUring, true)});
        clients.push_back({"io_uring, not checking", own(EngineKind::kUring, false)});
      }
      compare_clients(fmt::format("null server, {} bytes, {} connections", body, connections), clients, rounds);
    }
    stop_server(server);
  }
  return 0;
}

}  // namespace
}  // namespace httparity

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  return httparity::run(argc > 1 && std::string_view(argv[1]) == "--quick");
}
