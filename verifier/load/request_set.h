#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "load/expectation.h"

namespace httparity {

/// One request of a workload, its bytes made beforehand, and what must come back.
struct RequestTemplate {
  std::string name;          ///< scenario, variant and step, for the report
  std::string bytes;         ///< with 16 bytes in each of `unique`
  std::vector<Span> unique;  ///< where `{unique}` stands
  Expectation expectation;
  std::vector<Expectation> alternatives;  ///< other answers that were verified too, at most kMostAlternatives
  /// The answer number `index`, its own being 0.
  const Expectation& held_to(std::size_t index) const { return index == 0 ? expectation : alternatives[index - 1]; }

  std::size_t weight = 1;  ///< share of this template in the mix
  bool audited = false;    ///< its valid answers are kept as acknowledgements
};

/// The requests that one connection makes, in this order and over again.
struct RequestSet {
  std::string profile;   ///< whose requests these are; empty: the nameless profile's
  std::size_t lane = 0;  ///< sets of one lane share connections and, in an open loop, a schedule
  std::vector<RequestTemplate> templates;
  std::vector<std::uint32_t> order;  ///< indices into `templates`, as many of each as its weight, spread evenly
};

/// `templates` in the order in which each of them is spread most evenly (smooth weighted round robin).
RequestSet make_request_set(std::vector<RequestTemplate> templates);

/// How many bytes a `{unique}` value has.
inline constexpr std::size_t kUniqueBytes = 16;

/// Which run and which measurement of it: what keeps `{unique}` values of different ones apart.
struct UniqueSpace {
  std::uint64_t salt = 0;         ///< of the run
  std::uint32_t measurement = 0;  ///< its number, below 2^12
};

/// Writes the value number `ordinal` (below 2^40) of thread `thread` (below 2^12): 16 hexadecimal digits, different for
/// every triple of measurement, thread and ordinal in one run.
void write_unique(const UniqueSpace& space, std::uint32_t thread, std::uint64_t ordinal, char* out);

}  // namespace httparity
