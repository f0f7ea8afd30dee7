#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/difference.h"
#include "contract/mask.h"
#include "wire/exchange.h"
#include "wire/limits.h"

namespace httparity {

/// One mask's use over what a comparer has seen, for the mask audit.
struct MaskUse {
  std::size_t hits = 0;      ///< values selected on the reference side, in the steps that were searched for them
  std::size_t needed = 0;    ///< of these, values in which the two sides differ
  std::size_t bytes = 0;     ///< bytes hidden on the reference side
  double largest_share = 0;  ///< of one decoded body, 0..1

  friend bool operator==(const MaskUse&, const MaskUse&) = default;
};

/// How much of the reference's responses was compared. A step that is equal byte for byte counts whole: no mask took
/// part. In any other, what masks select is not compared exactly. A body in which masks select something counts as
/// decoded, any other byte as it came.
struct ComparedBytes {
  std::size_t total = 0;
  std::size_t masked = 0;  ///< at most `total`

  friend bool operator==(const ComparedBytes&, const ComparedBytes&) = default;
};

class FreshValues;

/// Compares the exchanges of one scenario variant, step after step. It keeps what relations over several steps need:
/// the values of named and fresh masks, and the partners of metamorphic checks (the actor's latest step with the same
/// target and fields, method, conditions and Range aside).
class ScenarioComparer {
 public:
  /// `fresh`: what all scenarios of a run share, so that a fresh value never repeats within the run; without it the
  /// scenario is watched alone.
  explicit ScenarioComparer(Limits limits = {}, std::shared_ptr<FreshValues> fresh = nullptr);
  ~ScenarioComparer();
  ScenarioComparer(ScenarioComparer&&) noexcept;
  ScenarioComparer& operator=(ScenarioComparer&&) noexcept;

  /// Compares one step. `masks` are all that hold for it (contract, scenario and step level); they must outlive the
  /// comparer. Equal bytes cost one memcmp, besides what relations need.
  Verdict compare(const Exchange& reference, const Exchange& port, std::span<const Mask> masks,
                  std::string_view actor = "");

  /// How often each mask was used, by the mask's place.
  const std::vector<std::pair<const Mask*, MaskUse>>& mask_uses() const;

  /// Over all steps whose bytes were compared: those with an outcome but unknown, and with a response on both sides.
  const ComparedBytes& compared_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace httparity
