#pragma once

#include <string>

#include "base/result.h"
#include "fuzz/html/dat.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// A .dat file as a reference answers it: the trees in their cases, the serialised bytes of each case beside them.
struct Recorded {
  std::string dat;
  std::string bytes;  ///< a JSON array of strings that hold bytes (code points U+0000..U+00FF), one a case
};

/// Answers `cases` with `reference`. A case for both scripting modes whose trees differ becomes one for scripting off.
/// An error names the case that the reference can't answer.
Result<Recorded> record_cases(Parser& reference, std::vector<DatCase> cases);

/// Records FILE.dat in place, and FILE.bytes.json.
Result<void> record_file(Parser& reference, const std::string& path);

}  // namespace httparity::html
