#include "run/suite.h"

#include <utility>

#include "target/read_targets.h"

namespace httparity {

SuiteReading read_suites(const std::vector<std::string>& paths, const ContractLimits& limits) {
  namespace fs = std::filesystem;
  SuiteReading reading;
  for (const std::string& path : paths) {
    Suite suite;
    suite.path = path;
    std::error_code ignored;
    suite.folder = fs::is_directory(path, ignored) ? fs::path(path) : fs::path(path).parent_path();
    if (suite.folder.empty()) suite.folder = ".";
    const Result<std::vector<std::string>> files = find_contracts(path);
    if (!files) {
      reading.errors.push_back(files.error());
      continue;
    }
    for (const std::string& file : *files) {
      ContractReading contract = read_contract(file, limits);
      reading.errors.insert(reading.errors.end(), contract.errors.begin(), contract.errors.end());
      if (contract.contract) suite.contracts.push_back(std::move(*contract.contract));
    }
    if (fs::exists(suite.folder / "targets.json", ignored)) {
      Result<SuiteTargets> targets = read_targets(suite.folder);
      if (targets) {
        suite.targets = std::move(*targets);
      } else {
        reading.errors.push_back(targets.error());
      }
    }
    Result<Ledger> ledger = read_ledger((suite.folder / "ledger.json").string());
    if (ledger) {
      suite.ledger = std::move(*ledger);
    } else {
      reading.errors.push_back(ledger.error());
    }
    reading.suites.push_back(std::move(suite));
  }
  return reading;
}

}  // namespace httparity
