#pragma once

#include <cstdint>
#include <span>

namespace httparity::html {

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed on every machine. A case of an engine is
/// a function of (seed, engine, index) alone, which makes every run resumable and divisible at any index.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}
  Rng(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
      : state_(mix(mix(seed ^ 0x9e3779b97f4a7c15U) + stream) ^ mix(index + 0x632be59bd9b4e019U)) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15U); }
  /// A number below `limit`, which is over 0. The bias is below limit / 2^32.
  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>((next() >> 32U) * static_cast<std::uint64_t>(limit) >> 32U);
  }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <typename T>
  const T& pick(std::span<const T> from) {
    return from[below(from.size())];
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
    return z ^ z >> 31U;
  }

  std::uint64_t state_;
};

}  // namespace httparity::html
