#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/field_pairing.h"
#include "compare/masked_text.h"
#include "contract/mask.h"
#include "wire/message.h"

namespace httparity {

/// One message's head with what its masks select.
struct Head {
  const Message& message;
  std::vector<Stretch> stretches;
  std::vector<PairableLine> lines;

  /// The value of one line.
  MaskedText value(std::size_t line) const {
    const Span span = message.fields[line].value;
    return {message.at(span), stretches_in(stretches, span), span.begin};
  }
};

/// Selects what masks select, and resolves folds, so that lines can be paired. REQUIRES: `message` outlives it.
Head read_head(const Message& message, std::span<const Mask> masks);

/// What two unequal values have in common, in one sentence for a person; empty where that is nothing.
std::string explain_values(std::string_view reference, std::string_view port);

}  // namespace httparity
