#pragma once

#include <string>

#include "result/fuzz_result.h"

namespace httparity {

/// A JUnit test suite: a test case for each class of differences (new: a failure; known: skipped, with its ledger
/// entry), an error for each stale or expired entry, and one test case for all that was compared.
std::string fuzz_suite(const FuzzResult& result);

}  // namespace httparity
