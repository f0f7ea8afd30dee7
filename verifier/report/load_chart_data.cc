#include "report/load_chart_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_writer.h"
#include "base/text.h"

namespace httparity {
namespace {

constexpr std::chrono::milliseconds kAsGoodAsWhole{20};
constexpr double kSpectrumStep = 0.04;  // of -log10(1 - quantile)

const TargetSummary* summary_of(const StepSummary& step, std::size_t target) {
  const auto found =
      std::find_if(step.targets.begin(), step.targets.end(), [&](const auto& one) { return one.target == target; });
  return found == step.targets.end() ? nullptr : &*found;
}

// What tells the steps of this plan apart.
std::string label_of(const LoadStepPlan& step, bool is_open) {
  return is_open ? fmt::format("{:g}/s", step.rate_per_second) : fmt::format("{}", step.connections);
}

/// For each target one array with, for each step, what `write_cell` writes of it, or null.
template <typename WriteCell>
void write_cells(JsonWriter& json, const char* key, const LoadResult& result, const std::vector<StepSummary>& steps,
                 const WriteCell& write_cell) {
  json.key(key).begin_array();
  for (std::size_t target = 0; target < result.targets.size(); ++target) {
    json.begin_array();
    for (const StepSummary& step : steps) {
      const TargetSummary* one = summary_of(step, target);
      if (one == nullptr || !write_cell(*one)) json.null();
    }
    json.end_array();
  }
  json.end_array();
}

void write_spectrum(JsonWriter& json, const LoadResult& result, const StepSummary& step) {
  std::uint64_t most = 1;
  for (const TargetSummary& one : step.targets) most = std::max(most, one.latency.count());
  const auto points = static_cast<std::size_t>(std::log10(static_cast<double>(most)) / kSpectrumStep) + 1;
  json.begin_object();
  json.key("grid").begin_array();
  for (std::size_t i = 0; i < points; ++i) json.number(kSpectrumStep * static_cast<double>(i));
  json.end_array();
  json.key("targets").begin_array();
  for (std::size_t target = 0; target < result.targets.size(); ++target) {
    const TargetSummary* one = summary_of(step, target);
    json.begin_array();
    for (std::size_t i = 0; i < points; ++i) {
      const double rest = std::pow(10, -kSpectrumStep * static_cast<double>(i));
      // A part smaller than one answer says nothing.
      const bool known = one != nullptr && rest * static_cast<double>(one->latency.count()) >= 1;
      if (known) {
        json.number(std::int64_t{one->latency.percentile(100 * (1 - rest)).count()});
      } else {
        json.null();
      }
    }
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

void write_seconds(JsonWriter& json, const LoadResult& result, const StepSummary& step) {
  std::size_t count = 0;
  for (const TargetSummary& one : step.targets) {
    for (const LoadMeasurement* round : one.rounds) count = std::max(count, whole_seconds(*round));
  }
  json.begin_object();
  json.key("count").number(std::uint64_t{count});
  json.key("targets").begin_array();
  for (std::size_t target = 0; target < result.targets.size(); ++target) {
    const TargetSummary* one = summary_of(step, target);
    json.begin_array();
    for (std::size_t i = 0; one != nullptr && i < one->rounds.size(); ++i) {
      const LoadMeasurement& round = *one->rounds[i];
      json.begin_array();
      for (std::size_t second = 0; second < count; ++second) {
        if (second < whole_seconds(round)) {
          json.number(round.seconds[second].valid);
        } else {
          json.null();
        }
      }
      json.end_array();
    }
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::size_t whole_seconds(const LoadMeasurement& one) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(one.timed + kAsGoodAsWhole).count();
  return std::min(static_cast<std::size_t>(std::max<std::int64_t>(0, whole)), one.seconds.size());
}

std::string load_chart_data(const LoadResult& result, const std::vector<StepSummary>& steps) {
  JsonWriter json(JsonWriter::Style::kCompact);
  json.begin_object();
  json.key("targets").begin_array();
  for (const LoadTarget& target : result.targets) json.text(escape_unprintable(target.name));
  json.end_array();
  json.key("steps").begin_array();
  const bool is_open = std::any_of(result.steps.begin(), result.steps.end(),
                                   [](const LoadStepPlan& step) { return step.rate_per_second > 0; });
  for (const StepSummary& step : steps) {
    json.begin_object();
    json.key("name").text(step_name(result.steps[step.step]));
    json.key("label").text(label_of(result.steps[step.step], is_open));
    json.end_object();
  }
  json.end_array();
  write_cells(json, "rates", result, steps, [&](const TargetSummary& one) {
    json.begin_object();
    json.key("best").number(one.rate.highest);
    json.key("median").number(one.rate.median);
    json.key("worst").number(one.rate.lowest);
    json.end_object();
    return true;
  });
  write_cells(json, "latencies", result, steps, [&](const TargetSummary& one) {
    if (one.latency.count() == 0) return false;
    json.begin_object();
    json.key("p50").number(std::int64_t{one.latency.percentile(50).count()});
    json.key("p99").number(std::int64_t{one.latency.percentile(99).count()});
    json.end_object();
    return true;
  });
  write_cells(json, "ratios", result, steps, [&](const TargetSummary& one) {
    if (!one.ratio) return false;
    json.begin_object();
    json.key("median").number(one.ratio->median);
    json.key("low").number(one.ratio->low);
    json.key("high").number(one.ratio->high);
    json.end_object();
    return true;
  });
  json.key("rounds").begin_array();
  for (const StepSummary& step : steps) {
    json.begin_array();
    for (std::size_t target = 0; target < result.targets.size(); ++target) {
      const TargetSummary* one = summary_of(step, target);
      json.begin_array();
      for (std::size_t i = 0; one != nullptr && i < one->rates.size(); ++i) json.number(one->rates[i]);
      json.end_array();
    }
    json.end_array();
  }
  json.end_array();
  json.key("spectra").begin_array();
  for (const StepSummary& step : steps) write_spectrum(json, result, step);
  json.end_array();
  json.key("seconds").begin_array();
  for (const StepSummary& step : steps) write_seconds(json, result, step);
  json.end_array();
  json.end_object();
  std::string out;
  for (const char c : std::move(json).take()) {
    c == '<' ? out += "\\u003c" : out += c;
  }
  return out;
}

}  // namespace httparity
