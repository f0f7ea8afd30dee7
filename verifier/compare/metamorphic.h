#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compare/findings.h"
#include "compare/partners.h"
#include "compare/payload_text.h"
#include "contract/mask.h"
#include "wire/exchange.h"
#include "wire/limits.h"

namespace httparity {

/// Judges the relations between one side's own answers: HEAD has the field lines of its GET (Date aside), a 304 has the
/// ETag of its 200, a 206 is a slice of its 200, a digest ETag digests its body. What holds on the reference and fails
/// on the port is a difference; what fails on both is a note. A relation is judged field by field, on the fields that
/// the reference's own pair shares, masked values left out (an ETag excepted, whose sameness is what is asked).
class Metamorphic {
 public:
  /// REQUIRES: both exchanges are complete. `equal`: their responses show the same bytes.
  void judge(const Exchange& reference, const Exchange& port, PayloadText& reference_text, PayloadText& port_text,
             bool equal, std::span<const Mask> masks, std::string_view actor, const Limits& limits, Findings& findings);

 private:
  Partners partners_;
};

}  // namespace httparity
