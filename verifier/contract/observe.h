#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contract/contract.h"
#include "wire/exchange.h"

namespace httparity {

/// Puts what the step's captures select in `exchange` into `variables` of this side. Returns the names of the captures
/// that selected nothing; their variables are erased, so that no older value slips into a later request.
std::vector<std::string> take_captures(const Step& step, const Exchange& exchange, Variables& variables,
                                       const Limits& limits = {});

/// What `exchange` leaves unmet of the step's `require` and `expect_close`, as one sentence; nullopt where all is met.
std::optional<std::string> unmet(const Step& step, const Exchange& exchange, const Variables& variables,
                                 const Limits& limits = {});

}  // namespace httparity
