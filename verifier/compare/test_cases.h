#pragma once

#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "compare/compare.h"
#include "contract/mask.h"
#include "wire/exchange.h"

namespace httparity {

/// What one side sends for a request, and what becomes of the connection then.
struct CaseSide {
  std::string bytes;
  Fate fate = Fate::kOpen;
};

struct CaseStep {
  std::string request;
  bool new_connection = false;  ///< the first step always opens one
  CaseSide reference;
  CaseSide port;
};

/// The verdict that a case asks for: parity, the set of difference kinds over all its steps, or a reason why nothing
/// can be said.
struct CaseExpectation {
  std::set<std::string> kinds;  ///< empty: parity, unless there is an `unknown`
  std::optional<std::string> unknown;
};

/// What two servers sent, and what a perfect verifier says: one entry of corpus/wire/cases.json.
struct WireCase {
  std::string id;
  std::string about;
  std::vector<Mask> masks;
  std::vector<CaseStep> steps;
  CaseExpectation expect;
};

/// Shows the case's name where a test prints its parameter.
void PrintTo(const WireCase& wire_case, std::ostream* out);

/// The cases of the JSON file at `path`; stops the test program with a message where it can't be read.
std::vector<WireCase> read_wire_cases(const std::string& path);

/// What is wrong with the verdicts of a case's steps, in one line; nullopt where they are what it asks for. Where an
/// endless or impossible message is concerned limit, timeout and bad-framing may stand for each other.
std::optional<std::string> find_fault(const WireCase& wire_case, const std::vector<Verdict>& verdicts);

}  // namespace httparity
