#pragma once

#include "compare/findings.h"
#include "compare/length_shift.h"
#include "wire/exchange.h"

namespace httparity {

/// Compares how two responses end: the blank line, how the end of the body was found and whether it was, chunk size
/// lines and line ends, the trailer section. `borders_masked`: how chunks are cut is forgiven, their extensions, line
/// ends and the way their sizes are written are not. REQUIRES: both exchanges have a response.
void compare_framing(const Exchange& reference, const Exchange& port, bool borders_masked, const LengthShift& shift,
                     Findings& findings);

}  // namespace httparity
