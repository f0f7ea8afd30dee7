#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "contract/contract.h"
#include "wire/exchange.h"
#include "wire/limits.h"

namespace httparity {

/// What one step of a contract got each time that it was asked of the same server: on one instance, on another, after a
/// restart, a second later.
struct ObservedStep {
  std::string where;           ///< scenario, variant and step, for the evidence
  const Step* step = nullptr;  ///< its masks are known already; must outlive the call
  std::vector<Exchange> exchanges;
};

/// A mask that would forgive what varies, and why somebody should believe it.
struct Proposal {
  Mask mask;
  std::size_t steps = 0;              ///< in how many steps it varied
  std::vector<std::string> evidence;  ///< where it was seen first, and some of the values, as printable text
};

struct Learned {
  std::vector<Proposal> proposals;
  std::vector<std::string> beyond;  ///< what varies and no mask can forgive, with where and why
};

/// Learns step by step, and keeps of what it was shown only the values that vary.
class MaskLearner {
 public:
  explicit MaskLearner(const Limits& limits = {});
  ~MaskLearner();
  MaskLearner(MaskLearner&&) noexcept;
  MaskLearner& operator=(MaskLearner&&) noexcept;

  void observe(const ObservedStep& step);
  /// What was learned; call once, at the end.
  Learned conclude();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What varies between the exchanges of each step and no mask of the step covers: as masks, each with its type, what it
/// relates to, and its evidence. Only what varied is ever selected in what was observed. No name of any field is known
/// here: all is concluded from bytes.
Learned learn(const std::vector<ObservedStep>& observed, const Limits& limits = {});

}  // namespace httparity
