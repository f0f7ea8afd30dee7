#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "result/ledger.h"

namespace httparity {

/// One difference of a JSON report that no ledger covers yet.
struct OpenDifference {
  std::string signature;
  std::string port;      ///< the port's name; empty where it was given as a URL
  std::string contract;  ///< the file, as it was named
  std::string scenario;
  std::string variant;
  std::string step;

  friend bool operator==(const OpenDifference&, const OpenDifference&) = default;
};

/// Every open difference of the JSON report in `text`, in its order; `path` names it in errors.
Result<std::vector<OpenDifference>> open_differences(std::string text, const std::string& path);

/// What a person says about the differences that are accepted.
struct Acceptance {
  std::string reason;
  std::string owner;
  std::chrono::year_month_day expires{};
};

/// Puts an entry for each signature among `differences` into `ledger`, with what all of its places have in common as
/// its scope. An entry of the same signature and scope is replaced. Returns how many entries were put in.
std::size_t accept_differences(const std::vector<OpenDifference>& differences, const Acceptance& acceptance,
                               Ledger& ledger);

}  // namespace httparity
