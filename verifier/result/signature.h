#pragma once

#include <string>
#include <string_view>

#include "compare/difference.h"
#include "result/verify_result.h"

namespace httparity {

/// What makes `difference` the same divergence in another run, in printable ASCII: kind, part, and 16 hex digits of a
/// digest over both raw parts, such as `header-value Server #5f0c8e12ab349d07`; without the digest where only the place
/// or the lack of a field differs, such as `header-moved Date`. REQUIRES: its parts are whole.
std::string signature_of(const Difference& difference);

/// Signs every difference of `step` that has no signature yet.
void sign(StepResult& step);

/// `signature` is covered by `entry`, a signature as a ledger gives it: the same, or the same without the digest (then
/// whatever the bytes are).
bool signature_matches(std::string_view entry, std::string_view signature);

}  // namespace httparity
