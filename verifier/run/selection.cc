#include "run/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <random>
#include <utility>

#include "run/glob.h"

namespace httparity {
namespace {

bool any_matches(const std::vector<std::string>& globs, std::string_view name) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) { return glob_match(glob, name); });
}

bool any_matches(const std::vector<std::string>& globs, const Scenario& scenario, const Variant& variant) {
  return any_matches(globs, scenario.name) || any_matches(globs, scenario.name + "/" + variant.name);
}

}  // namespace

Result<Shard> parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto [slash, index_error] = std::from_chars(text.data(), end, shard.index);
  if (index_error == std::errc() && slash != end && *slash == '/') {
    const auto [rest, count_error] = std::from_chars(slash + 1, end, shard.count);
    if (count_error == std::errc() && rest == end && shard.index >= 1 && shard.index <= shard.count) return shard;
  }
  return Error{fmt::format("--shard {}: needs i/n with 1 <= i <= n, such as 2/5", text)};
}

std::vector<WorkItem> select_work(const std::vector<Suite>& suites, const Selection& selection) {
  std::vector<WorkItem> items;
  std::size_t ordinal = 0;
  for (const Suite& suite : suites) {
    for (const Contract& contract : suite.contracts) {
      for (const Scenario& scenario : contract.scenarios) {
        if (steps_to_run(scenario, selection) == 0) continue;
        for (Variant& variant : variants(contract, scenario)) {
          if (!selection.only.empty() && !any_matches(selection.only, scenario, variant)) continue;
          if (any_matches(selection.skip, scenario, variant)) continue;
          if (ordinal++ % selection.shard.count != selection.shard.index - 1) continue;
          items.push_back({&suite, &contract, &scenario, std::move(variant)});
        }
      }
    }
  }
  return items;
}

std::size_t steps_to_run(const Scenario& scenario, const Selection& selection) {
  const auto last = std::find_if(scenario.steps.rbegin(), scenario.steps.rend(),
                                 [&](const Step& step) { return is_selected(step, selection); });
  return static_cast<std::size_t>(scenario.steps.rend() - last);
}

bool is_selected(const Step& step, const Selection& selection) {
  if (!std::holds_alternative<Request>(step.action)) return false;
  return selection.steps.empty() || any_matches(selection.steps, step.name);
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  // By hand: what std::shuffle makes of a seed is each library's own affair.
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace httparity
