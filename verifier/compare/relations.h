#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "compare/findings.h"
#include "compare/fresh_values.h"
#include "contract/mask.h"

namespace httparity {

/// Judges masked values: their types, the relation of masks of one name, and that a fresh value never repeats. It keeps
/// the values of named masks over all steps of a scenario.
class Relations {
 public:
  /// `fresh`: the values of the whole run, shared with other scenarios.
  explicit Relations(std::shared_ptr<FreshValues> fresh) : fresh_(std::move(fresh)) {}

  /// Adds differences and notes for the pairs in `findings`. Returns the cause where the reference's own value doesn't
  /// fit its mask, or repeats where it is fresh: the contract is wrong, and nothing can be said.
  std::optional<std::string> judge(std::span<const Mask> masks, Findings& findings);

 private:
  /// Values of one name: which value of the port answered each of the reference, and the other way round.
  struct Values {
    std::map<std::string, std::string, std::less<>> port_of;
    std::map<std::string, std::string, std::less<>> reference_of;
    std::set<std::pair<std::string, std::string>> reported;
  };
  void relate(const Mask& mask, const MaskedPair& pair, Findings& findings);
  std::optional<std::string> judge_fresh(std::span<const Mask> masks, Findings& findings);

  std::map<std::string, Values> values_;
  std::shared_ptr<FreshValues> fresh_;
};

}  // namespace httparity
