#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "contract/contract.h"
#include "wire/exchange.h"

namespace httparity {

/// What one side showed in one step.
struct Seen {
  std::optional<Exchange> exchange;  ///< none where the side could not be asked
  std::optional<std::string> down;   ///< the side's server can't be reached or is gone
  std::string unsent;                ///< why no request went out: a variable without a value
  std::optional<Exchange> sentinel;
};

/// The verdict on one step: `compare`, and around it all that can keep a step from being judged. In this order: a
/// server that is down, a request that could not be made, an answer of the reference that is no oracle (`require` and
/// `expect_close` unmet), then the bytes, then the sentinels.
Verdict judge(const Step& step, const Seen& reference, const Seen& port, const Variables& reference_variables,
              ScenarioComparer& comparer, const Limits& limits);

}  // namespace httparity
