#pragma once

#include <cstddef>
#include <cstdint>

#include "result/fuzz_result.h"

namespace httparity::html {

/// Where an index of the sweep lies: which tokens, in which context.
struct SweepPlace {
  std::size_t first = 0;    ///< token before the context's prefix
  std::size_t context = 0;  ///< of insertion_contexts()
  std::size_t second = 0;   ///< token in the context
  std::size_t third = 0;    ///< token behind it; only with a third free token
};

/// The sweep's order: place `index * stride % size`, whose digits are tokens and context.
class SweepOrder {
 public:
  explicit SweepOrder(bool third);
  std::uint64_t size() const { return size_; }
  SweepPlace place(std::uint64_t index) const;

 private:
  bool third_;
  std::uint64_t size_;
  std::uint64_t stride_;
};

/// What the first `done` cases of the sweep cover: contexts x tokens in them.
FuzzSweep sweep_table(bool third, std::uint64_t done);

}  // namespace httparity::html
