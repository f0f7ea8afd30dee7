#pragma once

#include <string>
#include <vector>

#include "fuzz/html/dat.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// How a parser did on a suite of .dat cases.
struct Conformance {
  std::size_t cases = 0;  ///< those that run in this scripting mode
  std::size_t passed = 0;
  std::vector<std::string> failed;  ///< ids, in the suite's order; an unsupported case counts as failed
};

/// Runs the cases that are for `scripting`, dumps compared byte for byte.
Conformance run_conformance(Parser& parser, const std::vector<DatCase>& suite, bool scripting);

}  // namespace httparity::html
