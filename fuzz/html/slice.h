#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "fuzz/html/engine.h"
#include "fuzz/html/pair.h"

namespace httparity::html {

/// The differences of one raw signature: how many, and the shortest input that showed it.
struct RawBucket {
  VerdictKind kind = VerdictKind::kTree;
  HtmlCase shortest;
  std::uint64_t index = 0;  ///< of `shortest` in its engine
  std::string engine;
  std::uint64_t count = 0;

  /// The order in which two inputs of one signature are preferred: shorter first, then by engine and index, so that
  /// merging slices in any order comes to the same.
  bool is_better_than(const RawBucket& other) const;
};

/// What a run of indexes of one engine came to.
struct SliceResult {
  std::uint64_t cases = 0;        ///< compared
  std::uint64_t unsupported = 0;  ///< not compared: a side can't
  std::uint64_t differences = 0;
  std::map<std::string, RawBucket> buckets;  ///< by raw signature
  std::string failure;                       ///< not empty: the engine can't be run, and why

  /// Adds what another slice came to.
  void merge(const SliceResult& other);
};

/// A slice that is done while one before it isn't, so that it doesn't count yet.
struct WaitingSlice {
  std::size_t engine = 0;
  std::uint64_t from = 0;
  std::uint64_t count = 0;
  SliceResult result;
};

/// What a slice asks of its surroundings.
struct SliceHooks {
  /// Rewrites a case before it is parsed (the ledger's masking rewrites); may be empty.
  std::function<void(HtmlCase&)> rewrite;
  /// Told before the case `index` may be parsed; where the process dies, the last ones told are the suspects.
  std::function<void(std::uint64_t index)> before_batch;
  /// Asked between batches.
  std::function<bool()> stop;
};

/// Compares the cases [from, from + count) of `engine`, or until `hooks.stop` says so or a side fails for good; never
/// stops at a difference. `SliceResult::cases + unsupported` says how far it came. A side that dies, hangs or breaks
/// its frames on each of the first 256 cases is a failure.
SliceResult run_slice(Pair& pair, const Engine& engine, std::uint64_t from, std::uint64_t count,
                      const SliceHooks& hooks = {});

}  // namespace httparity::html
