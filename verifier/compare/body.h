#pragma once

#include <span>

#include "compare/findings.h"
#include "compare/length_shift.h"
#include "compare/payload_text.h"
#include "contract/mask.h"
#include "wire/limits.h"

namespace httparity {

/// Compares two payloads, each under its own Content-Encoding: equal bytes are equal whatever the label says; equal
/// plaintexts in other streams are body-encoded-only; a stream that doesn't end or can't be read is compared as bytes.
/// The pairs in `findings` view into the texts. Equal payloads are searched for masked places only where
/// `pairs_of_equal`.
LengthShift compare_bodies(PayloadText& reference, PayloadText& port, std::span<const Mask> masks, const Limits& limits,
                           Findings& findings);

}  // namespace httparity
