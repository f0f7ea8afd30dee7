#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compare/compare.h"
#include "compare/findings.h"
#include "compare/payload_text.h"
#include "contract/mask.h"
#include "wire/exchange.h"

namespace httparity {

/// Counts what masks select on the reference side.
class MaskUseCounter {
 public:
  /// From now on these masks are listed, used or not.
  void register_masks(std::span<const Mask> masks);
  /// A step whose bytes are equal has to be searched all the same: one of the masks relates values over steps, or has
  /// not been seen to select anything yet.
  bool wants(std::span<const Mask> masks);
  void count(std::span<const Mask> masks, const Findings& findings, const Exchange& reference, const Exchange& port);
  /// Adds a step whose bytes were compared. `equal`: no byte of the two exchanges differs.
  void count_bytes(const Findings& findings, const Exchange& reference, const PayloadText& reference_text, bool equal);

  const std::vector<std::pair<const Mask*, MaskUse>>& uses() const { return uses_; }
  const ComparedBytes& bytes() const { return bytes_; }

 private:
  MaskUse& use_of(const Mask& mask);

  std::vector<std::pair<const Mask*, MaskUse>> uses_;
  ComparedBytes bytes_;
  std::unordered_map<const Mask*, std::size_t> by_address_;
  std::unordered_map<std::string, std::size_t> by_key_;  ///< copies of one mask count as one
};

}  // namespace httparity
