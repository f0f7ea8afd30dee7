#include "target/target_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "target/command.h"
#include "target/free_port.h"
#include "target/listener.h"
#include "transport/connection.h"

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenProbes{20};
// A probe near the deadline gets its time all the same, or it would say "no answer" where there is a wrong one.
constexpr milliseconds kShortestProbe{1'000};
constexpr milliseconds kLongestProbe{2'000};

Result<std::string> fill(const std::string& text, const Variables& variables) {
  auto filled = expand(parse_template(text), variables);
  if (!filled) return filled.error();
  return filled->value_or("");
}

Result<std::vector<std::string>> fill_all(const std::vector<std::string>& texts, const Variables& variables) {
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    auto filled = fill(text, variables);
    if (!filled) return filled.error();
    all.push_back(std::move(*filled));
  }
  return all;
}

/// `spec` with its variables filled in, and where it will listen.
struct Filled {
  std::vector<std::vector<std::string>> prepare;
  ProcessPlan plan;
  Endpoint endpoint;
};

Result<Filled> fill_spec(const TargetSpec& spec, const std::filesystem::path& suite, const Variables& variables) {
  Filled filled;
  for (const auto& command : spec.prepare) {
    auto arguments = fill_all(command, variables);
    if (!arguments) return arguments.error();
    filled.prepare.push_back(std::move(*arguments));
  }
  auto arguments = fill_all(spec.command, variables);
  if (!arguments) return arguments.error();
  filled.plan.arguments = std::move(*arguments);
  for (const auto& [name, text] : spec.env) {
    auto value = fill(text, variables);
    if (!value) return value.error();
    filled.plan.env.emplace_back(name, std::move(*value));
  }
  auto folder = fill(spec.cwd, variables);
  if (!folder) return folder.error();
  filled.plan.folder = suite / *folder;  // an absolute path stays what it is
  filled.plan.stop_signal = spec.stop.signal;
  filled.plan.stop_deadline = spec.stop.deadline;
  auto url = fill(spec.url, variables);
  if (!url) return url.error();
  auto endpoint = parse_endpoint(*url);
  if (!endpoint) return endpoint.error();
  filled.endpoint = std::move(*endpoint);
  return filled;
}

std::string host_field(const Endpoint& endpoint) {
  if (endpoint.kind == Endpoint::Kind::kUnix) return "localhost";
  const std::string url = endpoint_url(endpoint);
  return url.substr(url.find("://") + 3);
}

/// One probe: nullopt where the target is ready, else what it is instead.
std::optional<std::string> probe(const ReadyProbe& ready, const Endpoint& endpoint, milliseconds patience,
                                 const std::stop_token& stop) {
  TransportOptions options;
  options.time.connect = options.time.first_byte = options.time.idle = options.time.total = patience;
  options.time.announced_close = options.settle = milliseconds(0);
  options.tls.insecure = true;  // whether it verifies is for the run to say
  Connection connection(endpoint, options);
  const std::string request = fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", ready.target,
                                          ready.host.empty() ? host_field(endpoint) : ready.host);
  const ExchangeJob job{&connection, {{.bytes = request}}, std::nullopt};
  const ExchangeOutcome outcome = std::move(exchange_all({&job, 1}, stop).front());
  if (outcome.error) return outcome.error->what;
  const Exchange& exchange = outcome.exchanges.front();
  if (!is_complete(exchange)) return "it gives no whole answer";
  const std::optional<int> status = status_code(*exchange.response);
  if (ready.status && status != ready.status) {
    return fmt::format("it answers {} to GET {}, not {}", status ? std::to_string(*status) : "without a status",
                       escape_bytes(ready.target), *ready.status);
  }
  return std::nullopt;
}

Result<void> wait_until_ready(const TargetSpec& spec, const Endpoint& endpoint, ProcessTree& process,
                              const std::stop_token& stop) {
  const auto until = Clock::now() + spec.ready.deadline;
  std::string last = "no probe was made";
  bool first = true;
  while (first || Clock::now() < until) {
    if (const auto ended = process.ended(first ? milliseconds(0) : kBetweenProbes)) {
      process.stop();  // then its output is whole
      return Error{fmt::format("ended before it was ready, with {}{}", describe_wait_status(*ended),
                               shown_output(process.output()))};
    }
    first = false;
    if (stop.stop_requested()) return Error{"interrupted"};
    // Before it listens there is nothing to ask, and asking could reach somebody else.
    const ListenerOwner owner = find_listener(endpoint, process.root());
    if (owner == ListenerOwner::kForeign) {
      return Error{
          fmt::format("another process listens at {}: it would be tested in its place", endpoint_url(endpoint))};
    }
    if (owner == ListenerOwner::kNobody) {
      last = fmt::format("it does not listen at {}", endpoint_url(endpoint));
      continue;
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    const auto miss = probe(spec.ready, endpoint, std::clamp(left, kShortestProbe, kLongestProbe), stop);
    if (!miss) return {};
    last = *miss;
  }
  return Error{
      fmt::format("not ready after {} ms: {}{}", spec.ready.deadline.count(), last, shown_output(process.output()))};
}

}  // namespace

Result<StartedTarget> start(const TargetSpec& spec, const std::filesystem::path& suite, const std::stop_token& stop) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(suite, error);
  if (error) return Error{fmt::format("suite {}: {}", escape_bytes(suite.string()), error.message())};
  std::optional<std::filesystem::path> original;
  if (spec.state) original = folder / *spec.state;
  auto state = StateFolder::make(original);
  if (!state) return state.error();
  const auto port = free_tcp_port();
  if (!port) return port.error();
  Variables variables{{"state", state->state().string()},
                      {"tcp_port", std::to_string(*port)},
                      {"suite", folder.string()},
                      {"name", spec.name}};
  auto filled = fill_spec(spec, folder, variables);
  if (!filled) return filled.error();
  if (find_listener(filled->endpoint, 0) == ListenerOwner::kForeign) {
    return Error{
        fmt::format("a process listens at {} already: end it, or use {{tcp_port}}", endpoint_url(filled->endpoint))};
  }
  for (const auto& arguments : filled->prepare) {
    const auto end = run_command({arguments, filled->plan.env, filled->plan.folder}, stop);
    if (!end) return Error{"prepare: " + end.error().what};
    if (end->exit_status != 0) {
      return Error{fmt::format("prepare: {} ended with status {}{}", escape_bytes(arguments.front()), end->exit_status,
                               shown_output(end->output))};
    }
  }
  const auto before = Clock::now();
  auto process = ProcessTree::start(filled->plan);
  if (!process) return process.error();
  if (auto ready = wait_until_ready(spec, filled->endpoint, *process, stop); !ready) return ready.error();
  return StartedTarget{spec.name,         std::move(filled->endpoint), std::move(variables),
                       std::move(*state), std::move(*process),         Clock::now() - before};
}

}  // namespace httparity
