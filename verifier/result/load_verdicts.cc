#include "result/load_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace httparity {
namespace {

constexpr std::size_t kResamples = 10'000;

double median_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool has_rate(const LoadMeasurement& measurement) {
  return measurement.failure.empty() && !measurement.partial && !measurement.target_lost && measurement.valid() > 0;
}

/// Rates of one target in one step by round.
std::map<std::size_t, double> rates_of(const LoadResult& result, std::size_t target, std::size_t step) {
  std::map<std::size_t, double> out;
  for (const LoadMeasurement& one : result.measurements) {
    if (one.target == target && one.step == step && has_rate(one)) out[one.round] = one.rate_per_second();
  }
  return out;
}

void add_interval(PairedRatio& ratio) {
  std::mt19937_64 random(20'260'101);
  std::vector<double> medians;
  medians.reserve(kResamples);
  std::vector<double> sample(ratio.ratios.size());
  for (std::size_t i = 0; i < kResamples; ++i) {
    for (double& value : sample) value = ratio.ratios[random() % ratio.ratios.size()];
    medians.push_back(median_of(sample));
  }
  std::sort(medians.begin(), medians.end());
  ratio.low = medians[kResamples * 25 / 1000];
  ratio.high = medians[kResamples * 975 / 1000 - 1];
}

std::uint64_t tolerated_errors(const LoadMeasurement& measurement, const LoadGates& gates) {
  const double share = gates.max_error_share * static_cast<double>(measurement.started);
  return std::max(gates.max_errors, static_cast<std::uint64_t>(share));
}

std::vector<double> values_of(const std::map<std::size_t, double>& rates) {
  std::vector<double> out;
  out.reserve(rates.size());
  for (const auto& [round, rate] : rates) out.push_back(rate);
  return out;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  Spread out;
  out.median = median_of(values);
  out.lowest = values.front();
  out.highest = values.back();
  return out;
}

std::vector<PairedRatio> compare_rounds(const LoadResult& result) {
  std::vector<PairedRatio> out;
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    const auto reference = rates_of(result, 0, step);
    for (std::size_t target = 1; target < result.targets.size(); ++target) {
      const auto port = rates_of(result, target, step);
      PairedRatio ratio;
      ratio.step = step;
      ratio.target = target;
      for (const auto& [round, rate] : port) {
        if (const auto other = reference.find(round); other != reference.end()) {
          ratio.ratios.push_back(rate / other->second);
        }
      }
      if (ratio.ratios.empty()) continue;
      std::vector<double> sorted = ratio.ratios;
      ratio.median = median_of(sorted);
      add_interval(ratio);
      ratio.indistinguishable = ratio.ratios.size() < kRoundsForAnInterval || (ratio.low <= 1 && ratio.high >= 1);
      const Spread mine = spread_of(values_of(port));
      const Spread its = spread_of(values_of(reference));
      const double larger = std::max(mine.highest - mine.lowest, its.highest - its.lowest);
      ratio.within_spread = std::abs(mine.highest - its.highest) <= larger;
      out.push_back(std::move(ratio));
    }
  }
  return out;
}

std::optional<double> drift_of(const LoadMeasurement& measurement) {
  const auto whole = static_cast<std::size_t>(
      std::max<std::int64_t>(0, std::chrono::floor<std::chrono::seconds>(measurement.timed).count()));
  const std::size_t seconds = std::min(whole, measurement.seconds.size());
  if (seconds < 6) return std::nullopt;
  const std::size_t third = seconds / 3;
  double early = 0;
  double late = 0;
  for (std::size_t i = 0; i < third; ++i) {
    early += static_cast<double>(measurement.seconds[i].valid);
    late += static_cast<double>(measurement.seconds[seconds - 1 - i].valid);
  }
  if (early == 0) return std::nullopt;
  return late / early - 1;
}

std::string step_name(const LoadStepPlan& step) {
  std::string out = fmt::format("{} connection{}", step.connections, step.connections == 1 ? "" : "s");
  if (step.depth > 1) out += fmt::format(" x {}", step.depth);
  if (step.rate_per_second > 0) out += fmt::format(" at {:g}/s", step.rate_per_second);
  return out;
}

std::string measurement_name(const LoadResult& result, const LoadMeasurement& measurement) {
  return fmt::format("{}, {}, round {}", result.targets[measurement.target].name,
                     step_name(result.steps[measurement.step]), measurement.round + 1);
}

namespace {

// With fewer earlier calibrations there is no history to be out of line with.
constexpr std::size_t kCalibrationsForAHistory = 5;

void add_history_reasons(const LoadResult& result, std::vector<std::string>& out) {
  for (const LoadStepPlan& step : result.steps) {
    if (!step.client_capacity || step.capacity_before.size() < kCalibrationsForAHistory) continue;
    const double usual = spread_of(step.capacity_before).median;
    if (std::abs(*step.client_capacity / usual - 1) <= result.gates.history) continue;
    out.push_back(
        fmt::format("{}: the client itself managed {:.0f}/s, {:+.0f} % of the median of {} earlier calibrations "
                    "on this machine ({:.0f}/s), more than --history {:g} %: the machine isn't as it was",
                    step_name(step), *step.client_capacity, 100 * (*step.client_capacity / usual - 1),
                    step.capacity_before.size(), usual, 100 * result.gates.history));
  }
}

// The first round's files are what every later round must have been measured on.
void add_file_reasons(const LoadResult& result, std::vector<std::string>& out) {
  for (const LoadTarget& target : result.targets) {
    std::map<std::string, const LoadFile*> first;
    for (const LoadFile& file : target.files) {
      const LoadFile* before = first.emplace(file.path, &file).first->second;
      if (before->sha256 == file.sha256) continue;
      out.push_back(fmt::format("{}: {} in round {} is another file than in round {}", target.name, file.path,
                                file.round + 1, before->round + 1));
    }
  }
}

// Above this share a link's queues and overheads are what is measured.
constexpr double kMostOfALink = 0.9;

void add_link_reason(const LoadResult& result, const LoadMeasurement& one, std::vector<std::string>& out) {
  const auto& link = result.targets[one.target].link_bits_per_second;
  const double length = std::chrono::duration<double>(one.timed).count();
  if (!link || *link <= 0 || length <= 0) return;
  std::uint64_t bytes = 0;
  for (const LoadRequestCount& request : one.requests) bytes += request.bytes;
  const double share = 8 * static_cast<double>(bytes) / length / *link;
  if (share <= kMostOfALink) return;
  out.push_back(fmt::format("{}: its answers filled {:.0f} % of the link's {:.0f} Mbit/s: the figure is the link's",
                            measurement_name(result, one), 100 * share, *link / 1e6));
}

}  // namespace

std::vector<std::string> void_reasons(const LoadResult& result) {
  std::vector<std::string> out;
  const LoadGates& gates = result.gates;
  add_history_reasons(result, out);
  add_file_reasons(result, out);
  for (const LoadMeasurement& one : result.measurements) {
    const std::string name = measurement_name(result, one);
    const LoadStepPlan& step = result.steps[one.step];
    if (!one.failure.empty() || one.partial) continue;
    const std::uint64_t sum = one.valid() + one.invalid() - one.warmup_invalid + one.in_flight_at_end + one.unanswered;
    if (const std::uint64_t begun = one.carried_in + one.started; sum != begun) {
      out.push_back(fmt::format("{}: {} requests were started, {} are accounted for", name, begun, sum));
    }
    if (step.rate_per_second == 0 && step.client_capacity &&
        one.rate_per_second() > gates.headroom * *step.client_capacity) {
      out.push_back(
          fmt::format("{}: {:.0f}/s is {:.0f} % of what the client itself manages ({:.0f}/s), more than "
                      "--headroom {:g}: the figure may be the client's; give it more processors",
                      name, one.rate_per_second(), 100 * one.rate_per_second() / *step.client_capacity,
                      *step.client_capacity, gates.headroom));
    }
    add_link_reason(result, one, out);
    if (one.foreign_cpu && *one.foreign_cpu > gates.foreign_cpu) {
      out.push_back(
          fmt::format("{}: other processes had {:.0f} % of the pinned processors", name, 100 * *one.foreign_cpu));
    }
    if (const auto drift = drift_of(one); drift && std::abs(*drift) > gates.drift && step.rate_per_second == 0) {
      out.push_back(fmt::format("{}: the rate late in the run is {:+.1f} % of the early one, more than --drift {:g} %",
                                name, 100 * *drift, 100 * gates.drift));
    }
    // Where the highest step is looked for, the client's limit is an end like any other, and is named with it.
    const bool behind = one.due > 0 && one.backlog_at_end > one.due / 100 && one.client_busy > 0.95;
    if ((one.client_overload || (step.rate_per_second > 0 && behind)) && !gates.search) {
      const std::string due = step.rate_per_second > 0 ? fmt::format("{:g}/s", step.rate_per_second) : "what was due";
      out.push_back(
          fmt::format("{}: client overload: the client itself could not send {}, and hardly had a moment with "
                      "nothing to do; give it more processors or a lower rate",
                      name, due));
    }
  }
  return out;
}

bool holds(const LoadMeasurement& measurement, const LoadGates& gates) {
  const Histogram latency = measurement.latency();
  return measurement.failure.empty() && measurement.valid() > 0 && measurement.invalid() == 0 &&
         measurement.error_count() <= tolerated_errors(measurement, gates) && !measurement.client_overload &&
         measurement.backlog_at_end <= measurement.due / 100 &&
         std::all_of(gates.thresholds.begin(), gates.thresholds.end(), [&](const LoadThreshold& threshold) {
           return latency.percentile(threshold.percent) <= threshold.limit;
         });
}

std::optional<std::size_t> highest_step_that_holds(const LoadResult& result, std::size_t target) {
  std::optional<std::size_t> out;
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    bool measured = false;
    bool all_hold = true;
    for (const LoadMeasurement& one : result.measurements) {
      if (one.target != target || one.step != step) continue;
      measured = true;
      all_hold = all_hold && holds(one, result.gates);
    }
    if (!measured || !all_hold) break;
    out = step;
  }
  return out;
}

std::vector<std::string> missed_gates(const LoadResult& result) {
  std::vector<std::string> out;
  for (const LoadMeasurement& one : result.measurements) {
    const std::string name = measurement_name(result, one);
    if (!one.failure.empty()) {
      const auto backlog = backlog_words(one);
      out.push_back(fmt::format("{}: {}{}", name, one.failure, backlog ? "; " + *backlog : ""));
      continue;
    }
    if (result.gates.search) continue;
    const std::uint64_t errors = one.error_count();
    const std::uint64_t tolerated = tolerated_errors(one, result.gates);
    if (errors > tolerated) {
      out.push_back(fmt::format("{}: {} errors, more than the {} of --max-errors", name, errors, tolerated));
    }
    for (const LoadThreshold& threshold : result.gates.thresholds) {
      const auto found = one.latency().percentile(threshold.percent);
      if (found <= threshold.limit) continue;
      out.push_back(fmt::format("{}: {} is missed: {:.3f} ms", name, threshold.text,
                                std::chrono::duration<double, std::milli>(found).count()));
    }
  }
  return out;
}

std::optional<std::string> backlog_words(const LoadMeasurement& measurement) {
  const KernelCounts& kernel = measurement.kernel;
  if (kernel.listen_overflows == 0 && kernel.listen_drops == 0) return std::nullopt;
  std::string out = fmt::format("the accept queue overflowed {} times", kernel.listen_overflows);
  if (kernel.listen_drops > kernel.listen_overflows) out += fmt::format(" ({} drops)", kernel.listen_drops);
  if (measurement.connects.syn_retries > 0) {
    out += fmt::format(", {} SYNs were sent again", measurement.connects.syn_retries);
  }
  const double longest = std::chrono::duration<double>(measurement.connect.max()).count();
  // A dropped SYN is sent again after 1, 3, 7 and 15 seconds.
  for (const double retry : {1.0, 3.0, 7.0, 15.0}) {
    if (longest >= retry && longest < retry + 0.6) {
      out += fmt::format("; the slowest connect took {:.2f} s, as after a SYN that was sent again", longest);
      break;
    }
  }
  out += ": the server's listen backlog is smaller than the connections that come at once";
  if (measurement.accept_queue) out += fmt::format(" (it lets {} wait)", *measurement.accept_queue);
  return out;
}

}  // namespace httparity
