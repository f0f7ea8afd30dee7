#pragma once

#include <optional>
#include <string>

#include "compare/difference.h"
#include "wire/exchange.h"

namespace httparity {

/// Why nothing can be said, and the cause in one sentence.
struct Unknown {
  UnknownReason reason;
  std::string detail;
};

/// Whether the two exchanges can be judged at all: a cap reached on either side, or a reference whose answer is absent
/// or incomplete, makes the step unknown; whatever the port does is a verdict.
std::optional<Unknown> find_unknown(const Exchange& reference, const Exchange& port);

}  // namespace httparity
