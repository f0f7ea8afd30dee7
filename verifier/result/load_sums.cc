#include "result/load_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace httparity {
namespace {

template <typename Items, typename Part>
std::uint64_t sum_of(const Items& items, const Part& part) {
  std::uint64_t out = 0;
  for (const auto& item : items) out += part(item);
  return out;
}

// Says where the first two counts that should be equal aren't.
class Sums {
 public:
  void check(const char* member, const std::string& what, std::uint64_t parts, std::uint64_t whole) {
    if (parts == whole || broken_) return;
    broken_ = BrokenSum{member, fmt::format("{} {}, not {}", what, parts, whole)};
  }
  std::optional<BrokenSum> take() && { return std::move(broken_); }

 private:
  std::optional<BrokenSum> broken_;
};

void check_requests(const LoadMeasurement& one, Sums& sums) {
  for (const LoadRequestCount& request : one.requests) {
    sums.check("requests", fmt::format("\"{}\" has a histogram (service) of", request.name), request.service.count(),
               request.valid);
    if (request.response.count() > 0) {
      sums.check("requests", fmt::format("\"{}\" has a histogram (response) of", request.name),
                 request.response.count(), request.valid);
    }
    if (!request.answers.empty()) {
      sums.check("requests", fmt::format("\"{}\" has answers whose sum is", request.name),
                 sum_of(request.answers, [](const LoadAnswerCount& answer) { return answer.valid; }), request.valid);
    }
  }
}

void check_lanes(const LoadMeasurement& one, Sums& sums) {
  if (one.lanes.empty()) return;
  const auto sum = [&](auto part) { return sum_of(one.lanes, part); };
  sums.check("lanes", "have valid answers whose sum is", sum([](const LoadLaneCount& lane) { return lane.valid; }),
             one.valid());
  sums.check("lanes", "have arrivals whose sum is", sum([](const LoadLaneCount& lane) { return lane.due; }), one.due);
  sums.check("lanes", "have a backlog whose sum is", sum([](const LoadLaneCount& lane) { return lane.backlog_at_end; }),
             one.backlog_at_end);
  sums.check("lanes", "have histograms (lateness) whose sum is",
             sum([](const LoadLaneCount& lane) { return lane.lateness.count(); }), one.lateness.count());
}

}  // namespace

std::optional<BrokenSum> broken_sum(const LoadMeasurement& measurement) {
  Sums sums;
  const LoadMeasurement& one = measurement;
  check_requests(one, sums);
  sums.check("seconds", "have valid answers whose sum is",
             sum_of(one.seconds, [](const LoadSecond& second) { return second.valid; }), one.valid());
  sums.check("seconds", "have invalid answers whose sum is",
             sum_of(one.seconds, [](const LoadSecond& second) { return second.invalid; }),
             one.invalid() - one.warmup_invalid);
  check_lanes(one, sums);
  const auto surplus = sum_of(
      one.errors, [](const LoadErrorCount& error) { return error.name == "surplus" ? error.count : std::uint64_t{0}; });
  sums.check("wrong_kinds", "have a sum of",
             sum_of(one.wrong_kinds, [](const LoadErrorCount& kind) { return kind.count; }), one.invalid() + surplus);
  sums.check("connect", "is a histogram of", one.connect.count(), one.connects.made);
  return std::move(sums).take();
}

}  // namespace httparity
