#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "compare/findings.h"
#include "compare/length_shift.h"
#include "contract/mask.h"
#include "wire/message.h"

namespace httparity {

/// Where the heads stand: in the final responses, or in the interim responses behind `offset` bytes of earlier ones.
struct HeadPlace {
  Where where = Where::kResponse;
  std::size_t reference_offset = 0;
  std::size_t port_offset = 0;
  std::string part_prefix;  ///< "interim 1: "
};

/// Compares start line and field lines. What belongs to the framing (blank line, a cut head) is left to it; of a port's
/// head that is cut only what is really absent counts. `shift` forgives a Content-Length.
void compare_heads(const Message& reference, const Message& port, std::span<const Mask> masks, const LengthShift& shift,
                   const HeadPlace& place, Findings& findings);

}  // namespace httparity
