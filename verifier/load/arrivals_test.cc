#include "load/arrivals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace httparity {
namespace {

constexpr std::size_t kCount = 200'000;
constexpr double kRate = 1000;
constexpr double kMeanGap = 1 / kRate;

/// When the first `count` requests are due, in seconds from the begin.
std::vector<double> schedule(Arrivals::Process process, double rate, double phase, std::uint64_t seed,
                             std::size_t count = kCount) {
  const Clock::time_point begin{};
  Arrivals arrivals(process, rate, begin, phase, seed);
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i, arrivals.advance()) {
    out.push_back(std::chrono::duration<double>(arrivals.next() - begin).count());
  }
  return out;
}

std::vector<double> gaps_of(const std::vector<double>& due) {
  std::vector<double> out{due.front()};
  for (std::size_t i = 1; i < due.size(); ++i) out.push_back(due[i] - due[i - 1]);
  return out;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(ArrivalsTest, ConstantOnesAreEvenlySpacedAndNeverDrift) {
  const std::vector<double> due = schedule(Arrivals::Process::kConstant, 30'000, 0, 1);
  for (std::size_t i = 0; i < due.size(); ++i) ASSERT_NEAR(due[i], static_cast<double>(i) / 30'000, 1.5e-9) << i;
}

TEST(ArrivalsTest, ThreadsOfOneConstantScheduleInterleaveEvenly) {
  constexpr std::size_t kThreads = 4;
  std::vector<double> all;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    const auto own =
        schedule(Arrivals::Process::kConstant, kRate / kThreads, static_cast<double>(thread) / kThreads, thread, 1000);
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_NEAR(all[i], static_cast<double>(i) * kMeanGap, 3e-9) << i;
}

// The seeds are fixed, so that each of these is one computation and not a game of chance.
TEST(ArrivalsTest, PoissonGapsAreExponentialWithTheRatesMean) {
  std::vector<double> gaps = gaps_of(schedule(Arrivals::Process::kPoisson, kRate, 0, 7));
  EXPECT_NEAR(mean_of(gaps), kMeanGap, 0.01 * kMeanGap);
  // Kolmogorov and Smirnov: at 1 % significance the largest distance of n values is 1.63 / sqrt(n).
  std::sort(gaps.begin(), gaps.end());
  double distance = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const double expected = 1 - std::exp(-gaps[i] * kRate);
    distance = std::max(distance, std::abs(expected - static_cast<double>(i + 1) / static_cast<double>(gaps.size())));
  }
  EXPECT_LT(distance, 1.63 / std::sqrt(static_cast<double>(gaps.size())));
}

TEST(ArrivalsTest, PoissonCountsOfEqualTimesVaryAsMuchAsTheirMean) {
  const std::vector<double> due = schedule(Arrivals::Process::kPoisson, kRate, 0, 11);
  std::vector<double> counts(static_cast<std::size_t>(due.back() / 0.1));
  for (const double at : due) {
    const auto index = static_cast<std::size_t>(at / 0.1);
    if (index < counts.size()) ++counts[index];
  }
  const double mean = mean_of(counts);
  double variance = 0;
  for (const double count : counts) variance += (count - mean) * (count - mean);
  variance /= static_cast<double>(counts.size() - 1);
  EXPECT_NEAR(mean, 100, 1);
  EXPECT_NEAR(variance / mean, 1, 0.1);
}

TEST(ArrivalsTest, APoissonGapSaysNothingOfTheNext) {
  const std::vector<double> gaps = gaps_of(schedule(Arrivals::Process::kPoisson, kRate, 0, 13));
  double together = 0;
  for (std::size_t i = 1; i < gaps.size(); ++i) together += (gaps[i] - kMeanGap) * (gaps[i - 1] - kMeanGap);
  const double correlation = together / static_cast<double>(gaps.size() - 1) / (kMeanGap * kMeanGap);
  EXPECT_LT(std::abs(correlation), 3 / std::sqrt(static_cast<double>(gaps.size())));
}

TEST(ArrivalsTest, TheSeedDecidesAPoissonScheduleAndNothingElse) {
  const auto once = schedule(Arrivals::Process::kPoisson, kRate, 0, 7, 100);
  EXPECT_EQ(once, schedule(Arrivals::Process::kPoisson, kRate, 0, 7, 100));
  EXPECT_NE(once, schedule(Arrivals::Process::kPoisson, kRate, 0, 8, 100));
}

}  // namespace
}  // namespace httparity
