#include "cli/load_words.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace httparity {
namespace {

// More than anybody waits for, and far from where a count wraps.
constexpr std::uint64_t kMostRequests = 1'000'000'000'000;

// "5%", "5 %" or "0.05" as a part of 1.
Result<double> parse_share(const std::string& option, const std::string& text) {
  double out = 0;
  const char* const last = text.data() + text.size();
  const auto [rest, why] = std::from_chars(text.data(), last, out);
  const std::string_view unit(rest, static_cast<std::size_t>(last - rest));
  if (why == std::errc() && (unit.empty() || unit == "%") && out >= 0 && std::isfinite(out)) {
    const double part = unit.empty() ? out : out / 100;
    if (part > 1) return Error{fmt::format("{} {}: is too large: at most 100%", option, text)};
    return part;
  }
  return Error{fmt::format("{} {}: give a part, such as 5%", option, text)};
}

template <typename Value>
Result<void> take(Result<Value> value, const char* option, Value& into) {
  if (!value) return Error{fmt::format("{}: {}", option, value.error().what)};
  into = *std::move(value);
  return {};
}

Result<void> apply_times(const LoadWords& words, LoadOptions& options) {
  if (auto done = take(parse_time(words.duration), "--duration", options.duration); !done) return done;
  return take(parse_time(words.warmup), "--warmup", options.warmup);
}

Result<void> apply_lists(const LoadWords& words, LoadOptions& options) {
  if (auto done = take(parse_counts(words.connections), "--connections", options.connections); !done) return done;
  if (!words.server_cpus.empty()) {
    if (auto done = take(parse_cpus(words.server_cpus), "--server-cpus", options.server_cpus); !done) return done;
  }
  if (!words.client_cpus.empty()) {
    if (auto done = take(parse_cpus(words.client_cpus), "--client-cpus", options.client_cpus); !done) return done;
  }
  return {};
}

// "10", or "0.1%" of the requests.
Result<void> apply_max_errors(const std::string& text, LoadGates& gates) {
  if (text.ends_with("%")) {
    const auto part = parse_share("--max-errors", text);
    if (!part) return part.error();
    gates.max_error_share = *part;
    return {};
  } else {
    const char* const last = text.data() + text.size();
    const auto [rest, why] = std::from_chars(text.data(), last, gates.max_errors);
    if (why == std::errc() && rest == last) return {};
    if (why == std::errc::result_out_of_range && rest == last) {
      return Error{fmt::format("--max-errors {}: is too large: at most {}", text, UINT64_MAX)};
    }
  }
  return Error{fmt::format("--max-errors {}: give a number, or a part of the requests, such as 0.1%", text)};
}

Result<void> apply_loops(const LoadWords& words, LoadOptions& options) {
  for (const std::string& text : words.rates) {
    auto rate = parse_rate(text);
    if (!rate) return Error{fmt::format("--rate: {}", rate.error().what)};
    options.rates.push_back(*rate);
  }
  if (words.steps) {
    auto steps = parse_steps(*words.steps);
    if (!steps) return Error{fmt::format("--steps: {}", steps.error().what)};
    if (!steps->connections.empty()) options.connections = std::move(steps->connections);
    options.rates = std::move(steps->rates);
  }
  for (const std::string& text : words.profiles) {
    auto profile = parse_profile(text);
    if (!profile) return profile.error();
    options.profiles.push_back(*std::move(profile));
  }
  return {};
}

Result<void> apply_gates(const LoadWords& words, LoadOptions& options) {
  if (auto done = apply_max_errors(words.max_errors, options.gates); !done) return done;
  for (const std::string& text : words.thresholds) {
    auto threshold = parse_threshold(text);
    if (!threshold) return threshold.error();
    options.gates.thresholds.push_back(*std::move(threshold));
  }
  const auto drift = parse_share("--drift", words.drift);
  if (!drift) return drift.error();
  options.gates.drift = *drift;
  const auto history = parse_share("--history", words.history);
  if (!history) return history.error();
  options.gates.history = *history;
  const auto headroom = parse_share("--headroom", words.headroom);
  if (!headroom) return headroom.error();
  options.gates.headroom = *headroom;
  return {};
}

// Of this user on this machine (XDG Base Directory Specification); empty where no folder is his.
std::string calibrations_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/httparity/calibrations.json";
  if (home != nullptr && *home == '/') return std::string(home) + "/.local/state/httparity/calibrations.json";
  return "";
}

}  // namespace

void add_load_options(CLI::App& app, LoadOptions& options, LoadWords& words) {
  app.add_option(
         "--targets", words.targets,
         "The servers, names of targets.json or URLs; the first is the reference (default: both of targets.json)")
      ->delimiter(',')
      ->type_name("NAME|URL,...");
  app.add_option("--reference", words.reference, "The first of two targets")
      ->type_name("NAME|URL")
      ->excludes("--targets");
  app.add_option("--port", words.port, "The second")->type_name("NAME|URL")->excludes("--targets");
  app.add_option("--connections", words.connections, "Steps of so many connections, such as 1,16,64,256")
      ->type_name("N,...")
      ->capture_default_str();
  app.add_option("--pipeline", options.depth, "Requests in flight on each connection")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->capture_default_str();
  auto* rates =
      app.add_option("--rate", words.rates, "Open loop: requests per second that are due whatever the server does")
          ->delimiter(',')
          ->type_name("R,...");
  app.add_option("--steps", words.steps,
                 "The same as one list or ramp: conns=1,4,16, rate=1k,2k,4k, rate=1k..50k x1.5, rate=1k..10k +1k")
      ->type_name("STEPS")
      ->excludes(rates);
  app.add_option("--profile", words.profiles,
                 "Requests of one profile at a rate of their own on connections of their own (8, or as many as given), "
                 "whatever the rest does: writers=200/s or writers=200/s,32; may be repeated")
      ->type_name("NAME=RATE")
      ->allow_extra_args(false);
  app.add_option("--arrivals", words.arrivals, "How they are due: constant or poisson")
      ->check(CLI::IsMember({"constant", "poisson"}))
      ->capture_default_str();
  app.add_option("--duration", words.duration, "Of each measurement")->type_name("TIME")->capture_default_str();
  app.add_option("--requests", options.requests, "Of each measurement, in place of a duration")
      ->check(CLI::Range(std::uint64_t{1}, kMostRequests).description(""))
      ->type_name("N");
  app.add_option("--warmup", words.warmup, "Before each measurement: checked, not timed")
      ->type_name("TIME")
      ->capture_default_str();
  app.add_option("--rounds", options.rounds,
                 "Each target in turn, the order turned round each time; even, unless there is one target")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
      ->capture_default_str();
  app.add_option("--sessions", options.sessions, "Clients with a login of their own, where scenarios have a prologue")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}))
      ->capture_default_str();
  app.add_option("--engine", words.engine, "auto (io_uring where it can be used), epoll, uring")
      ->check(CLI::IsMember({"auto", "epoll", "uring"}))
      ->capture_default_str();
  app.add_option("--wait", words.wait,
                 "While nothing comes: spin, adaptive (50 us, then sleep), block, or auto (spin with --client-cpus, "
                 "else adaptive)")
      ->check(CLI::IsMember({"auto", "spin", "adaptive", "block"}))
      ->capture_default_str();
  app.add_option("--server-cpus", words.server_cpus, "Processors that started servers are pinned to")
      ->type_name("LIST");
  app.add_option("--client-cpus", words.client_cpus, "Processors of the client, one thread for each")
      ->type_name("LIST");
  app.add_option("--source", options.sources, "Local addresses to connect from, taken in turn")
      ->delimiter(',')
      ->type_name("ADDRESS,...")
      ->allow_extra_args(false);
  app.add_flag("--kernel-time", options.kernel_time,
               "Measure how long answers lay here before they were read, by the kernel's stamps (epoll, plain TCP)");
  app.add_option(
         "--max-errors", words.max_errors,
         "Of each measurement, as a number or as a part of its requests, such as 0.1%; more miss the gate (exit 4)")
      ->type_name("N|PART")
      ->capture_default_str();
  app.add_option("--threshold", words.thresholds,
                 "A latency that may not be exceeded, such as p99=20ms; may be repeated")
      ->type_name("pN=TIME")
      ->allow_extra_args(false);
  app.add_flag("--search", options.gates.search,
               "Look for the highest step that keeps the thresholds: a target's steps end where one is missed");
  app.add_option("--headroom", words.headroom,
                 "The most of its own capacity that the client may use before a run is void; 100% doesn't look")
      ->type_name("PART")
      ->capture_default_str();
  app.add_option("--history", words.history,
                 "How far the client's own capacity may be from the median of this machine's earlier calibrations")
      ->type_name("PART")
      ->capture_default_str();
  app.add_option(
         "--instructions", words.instructions,
         "Time nothing: count a native server's instructions and allocations under valgrind, for N requests on one "
         "connection and for twice as many")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->type_name("N");
  app.add_option("--drift", words.drift, "How far the rate late in a measurement may be from the early one")
      ->type_name("PART")
      ->capture_default_str();
}

Result<void> apply_load_words(const LoadWords& words, LoadOptions& options) {
  options.targets = words.targets;
  if (words.reference) options.targets.push_back(*words.reference);
  if (words.port && !words.reference) return Error{"--port: needs --reference beside it, or --targets for one alone"};
  if (words.port) options.targets.push_back(*words.port);
  options.count_requests = words.instructions.value_or(0);
  options.history = calibrations_path();
  options.arrivals = words.arrivals == "poisson" ? Arrivals::Process::kPoisson : Arrivals::Process::kConstant;
  if (words.engine != "auto") options.engine = words.engine == "uring" ? EngineKind::kUring : EngineKind::kEpoll;
  if (words.wait != "auto") {
    options.wait = words.wait == "spin"    ? WaitPolicy::kSpin
                   : words.wait == "block" ? WaitPolicy::kBlock
                                           : WaitPolicy::kAdaptive;
  }
  if (auto done = apply_times(words, options); !done) return done;
  if (auto done = apply_lists(words, options); !done) return done;
  if (auto done = apply_loops(words, options); !done) return done;
  return apply_gates(words, options);
}

}  // namespace httparity
