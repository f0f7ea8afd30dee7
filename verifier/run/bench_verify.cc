// How many exchanges verify judges in a second, beside a bare loop that sends the same requests over plain sockets and
// only reads the answers; and whether memory stays flat. Servers run on one core, what is measured on another.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "run/live_peers.h"
#include "run/scenario_run.h"
#include "target/target.h"
#include "transport/loopback_server.h"

namespace httparity {
namespace {

constexpr std::size_t kSteps = 500;     // of one scenario
constexpr std::size_t kRounds = 5;      // each measures the bare loop, then verify
constexpr std::size_t kScenarios = 10;  // of one round
constexpr std::size_t kMemoryExchanges = 100'000;
constexpr double kWantedRatio = 0.8;
constexpr long kAllowedGrowthKb = 4096;
constexpr const char* kRequest = "GET /page HTTP/1.1\r\nHost: bench.test\r\n\r\n";

std::string answer() {
  const std::string body(1024, 'x');
  return fmt::format(
      "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
      "Content-Type: text/html\r\nETag: \"65e079f0-400\"\r\nContent-Length: {}\r\n\r\n{}",
      body.size(), body);
}

void stay_on_core(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

void serve(ServedConnection& connection) {
  const std::string bytes = answer();
  std::string received;
  for (std::string more = connection.receive(4096); !more.empty(); more = connection.receive(4096)) {
    received += more;
    for (std::size_t end = received.find("\r\n\r\n"); end != std::string::npos; end = received.find("\r\n\r\n")) {
      received.erase(0, end + 4);
      if (!connection.send(bytes)) return;
    }
  }
}

/// Two servers in a process of their own. It ends when the other end of `control` is closed.
std::pair<pid_t, std::vector<std::uint16_t>> start_servers(int& control) {
  int ports[2];
  int alive[2];
  if (pipe(ports) != 0 || pipe(alive) != 0) return {-1, {}};
  const pid_t child = fork();
  if (child == 0) {
    close(alive[1]);
    stay_on_core(1);
    const auto reference = LoopbackServer::start({}, serve);
    const auto port = LoopbackServer::start({}, serve);
    const std::uint16_t both[2] = {reference ? reference->endpoint().port : std::uint16_t{0},
                                   port ? port->endpoint().port : std::uint16_t{0}};
    char end = 0;
    if (write(ports[1], both, sizeof both) == sizeof both) (void)!read(alive[0], &end, 1);
    _exit(0);
  }
  close(alive[0]);
  close(ports[1]);
  control = alive[1];
  std::uint16_t both[2] = {0, 0};
  const bool is_whole = read(ports[0], both, sizeof both) == sizeof both;
  close(ports[0]);
  if (!is_whole) return {child, {}};
  return {child, {both[0], both[1]}};
}

int connect_to(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

/// Sends each request to both servers, then reads as many bytes as an answer has from each.
bool bare_loop(const std::vector<std::uint16_t>& ports, std::size_t exchanges) {
  const std::size_t size = answer().size();
  const std::string request = kRequest;
  const int fds[2] = {connect_to(ports[0]), connect_to(ports[1])};
  bool is_right = fds[0] >= 0 && fds[1] >= 0;
  char buffer[16 * 1024];
  for (std::size_t i = 0; i < exchanges && is_right; ++i) {
    for (const int fd : fds) is_right = is_right && send(fd, request.data(), request.size(), MSG_NOSIGNAL) > 0;
    for (const int fd : fds) {
      for (std::size_t got = 0; is_right && got < size;) {
        const ssize_t more = recv(fd, buffer, sizeof buffer, 0);
        is_right = more > 0;
        if (is_right) got += static_cast<std::size_t>(more);
      }
    }
  }
  for (const int fd : fds) {
    if (fd >= 0) close(fd);
  }
  return is_right;
}

Contract bench_contract() {
  Step step;
  step.name = "page";
  step.action = Request{"GET", parse_template("/page"), {{"Host", parse_template("bench.test")}}, {}, {}};
  step.require.status = 200;
  Mask date;
  date.selector = HeaderSelector{"Date", {}, {}, {}};
  date.type = MaskType::kHttpDate;
  date.why = "clock";
  step.masks = {date};
  Scenario scenario;
  scenario.name = "pages";
  scenario.steps.assign(kSteps, step);
  Contract contract;
  contract.file = "bench";
  contract.scenarios = {scenario};
  return contract;
}

/// Runs the scenario so often; false where an exchange is not at parity.
bool verify_loop(const Contract& contract, const std::vector<std::uint16_t>& ports, std::size_t scenarios) {
  TransportOptions options;
  options.settle = std::chrono::milliseconds(0);
  Target reference = Target::at({Endpoint::Kind::kTcp, "127.0.0.1", ports[0], ""});
  Target port = Target::at({Endpoint::Kind::kTcp, "127.0.0.1", ports[1], ""});
  LivePeers peers({&reference, &port}, options, ".", {});
  const WorkItem item{nullptr, &contract, contract.scenarios.data(), {}};
  for (std::size_t i = 0; i < scenarios; ++i) {
    ScenarioPlan plan;
    plan.item = &item;
    plan.unique_run = "bench";
    const ScenarioOutcome outcome = run_scenario(plan, peers);
    const auto& steps = outcome.result.steps;
    const bool is_right = steps.size() == kSteps && std::all_of(steps.begin(), steps.end(), [](const StepResult& step) {
                            return step.verdict.outcome == Outcome::kParity;
                          });
    if (!is_right) return false;
  }
  return true;
}

/// What a loop took: on the wall, which other programs of the machine lengthen, and of this process alone.
struct Took {
  double seconds = 0;
  double processor_seconds = 0;
};

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto in_seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
}

template <typename Work>
Took time(Work work, bool& is_right) {
  const auto begin = std::chrono::steady_clock::now();
  const double processor = processor_seconds();
  is_right = work() && is_right;
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          processor_seconds() - processor};
}

long resident_kb() {
  long pages = 0;
  long resident = 0;
  FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  const int read = std::fscanf(file, "%ld %ld", &pages, &resident);
  std::fclose(file);
  return read == 2 ? resident * (sysconf(_SC_PAGESIZE) / 1024) : 0;
}

int bench(const std::vector<std::uint16_t>& ports) {
  stay_on_core(0);
  const Contract contract = bench_contract();
  constexpr std::size_t kExchanges = kSteps * kScenarios;
  bool is_right = bare_loop(ports, kSteps) && verify_loop(contract, ports, 1);
  double best_bare = 0;
  double best_verify = 0;
  for (std::size_t round = 0; round < kRounds && is_right; ++round) {
    const Took bare_took = time([&] { return bare_loop(ports, kExchanges); }, is_right);
    const Took judged_took = time([&] { return verify_loop(contract, ports, kScenarios); }, is_right);
    const double bare = kExchanges / bare_took.seconds;
    const double judged = kExchanges / judged_took.seconds;
    constexpr double kMicroseconds = 1e6 / kExchanges;
    fmt::print("bare loop {:>8.0f}/s   verify {:>8.0f}/s   ratio {:.2f}   processor {:.1f} and {:.1f} us an exchange\n",
               bare, judged, judged / bare, bare_took.processor_seconds * kMicroseconds,
               judged_took.processor_seconds * kMicroseconds);
    best_bare = std::max(best_bare, bare);
    best_verify = std::max(best_verify, judged);
  }
  if (!is_right) {
    fmt::print("a loop went wrong: no numbers\n");
    return 1;
  }
  fmt::print("best of each: ratio {:.2f} (wanted: {} or more)\n", best_verify / best_bare, kWantedRatio);
  const long before = resident_kb();
  is_right = verify_loop(contract, ports, kMemoryExchanges / kSteps);
  const long growth = resident_kb() - before;
  fmt::print("memory: {} kB before, {:+} kB after {} exchanges (allowed: {} kB)\n", before, growth, kMemoryExchanges,
             kAllowedGrowthKb);
  return is_right && growth <= kAllowedGrowthKb ? 0 : 1;
}

}  // namespace
}  // namespace httparity

int main() {  // NOLINT(bugprone-exception-escape): a benchmark may end so
  int control = -1;
  const auto [child, ports] = httparity::start_servers(control);
  const int status = ports.size() == 2 && ports[0] != 0 && ports[1] != 0 ? httparity::bench(ports) : 1;
  if (control >= 0) close(control);
  if (child > 0) waitpid(child, nullptr, 0);
  return status;
}
