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
  std::size_t hits = 0;      ///< values selected on the reference side
  std::size_t bytes = 0;     ///< bytes hidden on the reference side
  double largest_share = 0;  ///< of one decoded body, 0..1

  friend bool operator==(const MaskUse&, const MaskUse&) = default;
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

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace httparity
