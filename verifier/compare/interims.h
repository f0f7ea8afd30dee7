#pragma once

#include <span>
#include <vector>

#include "compare/findings.h"
#include "contract/mask.h"
#include "wire/message.h"

namespace httparity {

/// Compares interim responses: whatever differs in them, or in their number, is an interim-response difference.
void compare_interims(const std::vector<Message>& reference, const std::vector<Message>& port,
                      std::span<const Mask> masks, Findings& findings);

}  // namespace httparity
