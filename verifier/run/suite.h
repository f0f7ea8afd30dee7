#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "contract/contract.h"
#include "contract/read_contract.h"
#include "result/ledger.h"
#include "target/target_spec.h"

namespace httparity {

/// A folder with contracts, or one contract of it, read.
struct Suite {
  std::string path;              ///< as it was named
  std::filesystem::path folder;  ///< where recordings and targets.json lie
  std::vector<Contract> contracts;
  std::optional<SuiteTargets> targets;  ///< where there is a targets.json
  Ledger ledger = {};                   ///< empty where there is no ledger.json
};

/// What could be read, and every error of what could not.
struct SuiteReading {
  std::vector<Suite> suites;
  std::vector<Error> errors;
};

/// Reads the contracts, the targets.json and the ledger.json of each path, a suite's folder or a contract file.
SuiteReading read_suites(const std::vector<std::string>& paths, const ContractLimits& limits = {});

}  // namespace httparity
