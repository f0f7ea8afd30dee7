#include "report/load_summary.h"

#include <algorithm>
#include <utility>

namespace httparity {
namespace {

template <typename Figure>
double median_over(const std::vector<const LoadMeasurement*>& rounds, const Figure& figure) {
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const LoadMeasurement* one : rounds) values.push_back(figure(*one));
  return spread_of(std::move(values)).median;
}

// CPU time per answer, of the rounds in which some came.
template <typename Seconds>
std::optional<double> us_per_answer(std::vector<const LoadMeasurement*> rounds, const Seconds& seconds) {
  std::erase_if(rounds, [](const LoadMeasurement* one) { return one->answers() == 0; });
  if (rounds.empty()) return std::nullopt;
  return median_over(
      rounds, [&](const LoadMeasurement& one) { return seconds(one) * 1e6 / static_cast<double>(one.answers()); });
}

void take_server(TargetSummary& out) {
  std::vector<const LoadMeasurement*> with;
  for (const LoadMeasurement* one : out.rounds) {
    if (one->server) with.push_back(one);
  }
  if (with.empty()) return;
  const auto bytes = [&](std::uint64_t ServerUse::*field) {
    return median_over(with, [&](const LoadMeasurement& one) { return static_cast<double>((*one.server).*field); });
  };
  out.server_us = us_per_answer(with, [](const LoadMeasurement& one) { return one.server->cpu_seconds; });
  out.busiest_thread = median_over(with, [](const LoadMeasurement& one) { return one.server->busiest_thread; });
  out.rss_idle_bytes = bytes(&ServerUse::rss_idle_bytes);
  out.rss_load_bytes = bytes(&ServerUse::rss_load_bytes);
  out.rss_peak_bytes = bytes(&ServerUse::rss_peak_bytes);
}

TargetSummary summarize_target(const LoadResult& result, std::size_t step, std::size_t target) {
  TargetSummary out;
  out.target = target;
  for (const LoadMeasurement& one : result.measurements) {
    if (one.step != step || one.target != target || !one.failure.empty()) continue;
    out.rounds.push_back(&one);
    out.rates.push_back(one.rate_per_second());
    out.latency.merge(one.latency());
    out.lateness.merge(one.lateness);
    out.valid += one.valid();
    out.invalid += one.invalid();
    out.errors += one.error_count();
    out.due += one.due;
    out.backlog += one.backlog_at_end;
  }
  std::sort(out.rates.begin(), out.rates.end());
  out.rate = spread_of(out.rates);
  out.client_us = us_per_answer(out.rounds, [](const LoadMeasurement& one) { return one.client_cpu_seconds; });
  out.client_busy = median_over(out.rounds, [](const LoadMeasurement& one) { return one.client_busy; });
  take_server(out);
  return out;
}

}  // namespace

std::vector<StepSummary> summarize(const LoadResult& result) {
  const std::vector<PairedRatio> ratios = compare_rounds(result);
  std::vector<StepSummary> out;
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    StepSummary summary;
    summary.step = step;
    for (std::size_t target = 0; target < result.targets.size(); ++target) {
      TargetSummary one = summarize_target(result, step, target);
      if (one.rounds.empty()) continue;
      for (const PairedRatio& ratio : ratios) {
        if (ratio.step == step && ratio.target == target) one.ratio = ratio;
      }
      summary.targets.push_back(std::move(one));
    }
    if (!summary.targets.empty()) out.push_back(std::move(summary));
  }
  return out;
}

std::string ratio_verdict(const PairedRatio& ratio) {
  std::string out = ratio.ratios.size() < kRoundsForAnInterval ? "indistinguishable: four rounds are the least"
                    : ratio.indistinguishable                  ? "indistinguishable"
                    : ratio.median > 1                         ? "faster than the reference"
                                                               : "slower than the reference";
  return out +
         (ratio.within_spread ? "; by the plain rule within the spread" : "; by the plain rule beyond the spread");
}

}  // namespace httparity
