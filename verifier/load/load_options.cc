#include "load/load_options.h"

#include <fmt/format.h>
#include <sched.h>

#include <charconv>
#include <limits>
#include <utility>

#include "base/text.h"

namespace httparity {
namespace {

constexpr double kHighestRate = 1e8;
constexpr double kSmallestFactor = 1.01;
constexpr std::size_t kMostSteps = 100;
constexpr std::size_t kHighestCount = 1'000'000;
constexpr double kLongestHours = 277;

// A number that is larger than its type is the type's largest: whoever reads it has a limit below that.
template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number out{};
  const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (end != text.data() + text.size() || why == std::errc::invalid_argument) return std::nullopt;
  return why == std::errc() ? out : std::numeric_limits<Number>::max();
}

template <typename Item>
std::string joined(const std::vector<Item>& items) {
  std::string out;
  for (const Item& item : items) out += fmt::format("{}{}", out.empty() ? "" : ", ", item);
  return out;
}

std::string seconds_text(std::chrono::nanoseconds time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

// "1k..50k x1.5" or "1k..10k +1k": the values from the first to the last, both included.
Result<std::vector<double>> parse_ramp(std::string_view text) {
  const std::size_t dots = text.find("..");
  const std::size_t blank = text.find(' ');
  const Error form{
      fmt::format("\"{}\" is no ramp: give its ends and what lies between, such as 1k..50k x1.5 or "
                  "1k..10k +1k",
                  text)};
  if (blank == std::string_view::npos || dots > blank || blank + 2 >= text.size()) return form;
  const auto first = parse_rate(std::string(text.substr(0, dots)));
  const auto last = parse_rate(std::string(text.substr(dots + 2, blank - dots - 2)));
  if (!first) return first.error();
  if (!last) return last.error();
  const bool by_factor = text[blank + 1] == 'x';
  const auto step = parse_rate(std::string(text.substr(blank + 2)));
  if (!step || *last < *first || (!by_factor && text[blank + 1] != '+')) return form;
  if (by_factor && *step < kSmallestFactor) return form;
  std::vector<double> out;
  double rate = *first;
  while (rate < *last) {
    out.push_back(rate);
    rate = by_factor ? rate * *step : rate + *step;
    if (out.size() == kMostSteps) return Error{fmt::format("\"{}\" has more than {} steps", text, kMostSteps)};
  }
  out.push_back(*last);
  return out;
}

}  // namespace

Result<std::chrono::nanoseconds> parse_time(const std::string& text) {
  struct Unit {
    std::string_view name;
    double ns;
  };
  constexpr Unit kUnits[] = {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
  for (const Unit& unit : kUnits) {
    if (!std::string_view(text).ends_with(unit.name)) continue;
    const auto number = whole_number<double>(std::string_view(text).substr(0, text.size() - unit.name.size()));
    if (!number || !(*number >= 0)) continue;
    if (*number * unit.ns > kLongestHours * 3600e9) {
      return Error{fmt::format("\"{}\" is too long: at most {:g}h", text, kLongestHours)};
    }
    return std::chrono::nanoseconds(static_cast<std::int64_t>(*number * unit.ns));
  }
  return Error{fmt::format("\"{}\" is no time: give a number with us, ms, s, m or h, such as 500ms", text)};
}

Result<LoadThreshold> parse_threshold(const std::string& text) {
  const std::size_t equals = text.find('=');
  LoadThreshold out;
  out.text = text;
  if (equals != std::string::npos && (text.starts_with("p") || text.starts_with("max="))) {
    const auto percent = text.starts_with("max=") ? std::optional(100.0)
                                                  : whole_number<double>(std::string_view(text).substr(1, equals - 1));
    if (percent && *percent > 0 && *percent <= 100) {
      auto limit = parse_time(text.substr(equals + 1));
      if (!limit) return Error{fmt::format("--threshold {}: {}", text, limit.error().what)};
      out.percent = *percent;
      out.limit = *limit;
      return out;
    }
  }
  return Error{fmt::format("--threshold {}: give a percentile and a time, such as p99=20ms or max=1s", text)};
}

Result<std::vector<int>> parse_cpus(const std::string& text) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<int> out;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = whole_number<int>(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last >= CPU_SETSIZE) {
      return Error{fmt::format("\"{}\" is no list of processors: give 0, 0,2 or 4-7", text)};
    }
    for (int cpu = *first; cpu <= *last; ++cpu) {
      if (!CPU_ISSET(static_cast<unsigned>(cpu), &allowed)) {
        return Error{fmt::format("processor {} is not there, or not for us", cpu)};
      }
      out.push_back(cpu);
    }
  }
  return out;
}

Result<std::vector<std::size_t>> parse_counts(const std::string& text) {
  std::vector<std::size_t> out;
  for (const std::string_view part : split(text, ',')) {
    const auto number = whole_number<std::size_t>(part);
    if (number && *number > kHighestCount) {
      return Error{fmt::format("{} is too large: at most {}", part, kHighestCount)};
    }
    if (!number || *number == 0) {
      return Error{fmt::format("\"{}\" is no list of counts: give 64, or 1,16,64", text)};
    }
    out.push_back(*number);
  }
  return out;
}

Result<double> parse_rate(const std::string& text) {
  std::string_view rest = text;
  if (rest.ends_with("/s")) rest.remove_suffix(2);
  const double unit = rest.ends_with("k") ? 1e3 : 1;
  if (unit > 1) rest.remove_suffix(1);
  const auto number = whole_number<double>(rest);
  if (number && *number * unit > kHighestRate) {
    return Error{fmt::format("\"{}\" is too large: at most {:.0f} per second", text, kHighestRate)};
  }
  if (number && *number > 0) return *number * unit;
  return Error{fmt::format("\"{}\" is no rate: give requests per second, such as 200, 200/s or 20k", text)};
}

Result<ProfileRate> parse_profile(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const auto refuse = [&](const std::string& why) {
    return Error{
        fmt::format("--profile {}: {}give a profile of the contract and its rate, such as writers=200/s, and "
                    "perhaps its connections: writers=200/s,32",
                    text, why.empty() ? why : why + "; ")};
  };
  if (equals == std::string::npos) return refuse("");
  const auto parts = split(std::string_view(text).substr(equals + 1), ',');
  if (parts.size() > 2) return refuse("");
  const auto rate = parse_rate(std::string(parts[0]));
  if (!rate) return refuse(rate.error().what);
  ProfileRate out;
  out.profile = text.substr(0, equals);
  out.rate_per_second = *rate;
  if (parts.size() == 2) {
    const auto connections = parse_counts(std::string(parts[1]));
    if (!connections) return refuse(connections.error().what);
    out.connections = connections->front();
  }
  return out;
}

Result<StepsOption> parse_steps(const std::string& text) {
  StepsOption out;
  if (text.starts_with("conns=")) {
    auto counts = parse_counts(text.substr(6));
    if (!counts) return counts.error();
    out.connections = *std::move(counts);
    return out;
  }
  if (!text.starts_with("rate=")) {
    return Error{fmt::format("\"{}\" are no steps: give conns=1,4,16, rate=1k,2k or rate=1k..50k x1.5", text)};
  }
  const std::string rates = text.substr(5);
  if (rates.find("..") != std::string::npos) {
    auto ramp = parse_ramp(rates);
    if (!ramp) return ramp.error();
    out.rates = *std::move(ramp);
    return out;
  }
  for (const std::string_view part : split(rates, ',')) {
    const auto rate = parse_rate(std::string(part));
    if (!rate) return rate.error();
    out.rates.push_back(*rate);
  }
  return out;
}

Result<void> check_options(const LoadOptions& options, std::size_t targets) {
  if (options.rounds == 0) return Error{"--rounds 0: must be above 0"};
  if (targets > 1 && options.rounds % 2 != 0) {
    return Error{
        fmt::format("--rounds {}: with {} targets it must be even, so that each goes first as often as the "
                    "others: take {}",
                    options.rounds, targets, options.rounds + 1)};
  }
  // An open loop has an end of its own: the rate that the server, or this client, no longer keeps up with.
  if (options.gates.search && options.gates.thresholds.empty() && options.rates.empty()) {
    return Error{
        "--search: looks for the highest step that keeps the thresholds, and there is none: add one, such as "
        "--threshold p99=20ms"};
  }
  for (const double rate : options.rates) {
    if (!(rate > 0)) return Error{"--rate: must be above 0"};
  }
  if (options.requests == 0 && options.duration.count() <= 0) {
    return Error{"--duration: must be above 0, or give --requests"};
  }
  if (options.kernel_time && options.engine == EngineKind::kUring) {
    return Error{"--kernel-time: io_uring's receives carry no stamp: take --engine epoll, or leave --engine out"};
  }
  for (const int cpu : options.client_cpus) {
    for (const int other : options.server_cpus) {
      if (cpu == other) {
        return Error{fmt::format("--server-cpus and --client-cpus: {} is in both: one would take from the other", cpu)};
      }
    }
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> describe_options(const LoadOptions& options) {
  std::vector<std::pair<std::string, std::string>> out;
  out.emplace_back("suites", joined(options.paths));
  out.emplace_back("connections", joined(options.connections));
  if (options.depth > 1) out.emplace_back("pipeline", std::to_string(options.depth));
  if (options.rates.empty()) {
    out.emplace_back("loop", "closed");
  } else {
    out.emplace_back("loop", fmt::format("open, {} per second, {}", joined(options.rates),
                                         options.arrivals == Arrivals::Process::kConstant ? "constant" : "Poisson"));
  }
  for (const ProfileRate& one : options.profiles) {
    out.emplace_back("profile " + one.profile,
                     fmt::format("{:g} per second on {} connections of its own", one.rate_per_second, one.connections));
  }
  out.emplace_back(
      "timed", options.requests > 0 ? fmt::format("{} requests", options.requests) : seconds_text(options.duration));
  out.emplace_back("warm-up", seconds_text(options.warmup));
  out.emplace_back("rounds", std::to_string(options.rounds));
  if (!options.server_cpus.empty()) out.emplace_back("server on", "processors " + joined(options.server_cpus));
  if (!options.client_cpus.empty()) out.emplace_back("client on", "processors " + joined(options.client_cpus));
  if (options.kernel_time) out.emplace_back("client's own delay", "measured by the kernel's receive stamps");
  out.emplace_back("seed", std::to_string(options.seed));
  return out;
}

}  // namespace httparity
