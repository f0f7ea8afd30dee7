#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "contract/contract.h"

namespace httparity {

/// What a contract and the files it names may cost.
struct ContractLimits {
  std::size_t contract_bytes = 16 * 1024 * 1024;
  std::size_t body_file_bytes = 64 * 1024 * 1024;
  std::size_t variants = 100000;  ///< of one scenario
};

/// A contract, or every error of its file, each one line with file, line, JSON pointer and cure. Exactly one of the
/// two is there. (Comments are allowed in the file; unknown and duplicate keys are errors.)
struct ContractReading {
  std::optional<Contract> contract;
  std::vector<Error> errors;
};

/// Reads and checks the contract at `path`, and the body files that it names relative to its folder.
ContractReading read_contract(const std::string& path, const ContractLimits& limits = {});

/// The same for a contract's text; `path` names it in errors and finds its body files.
ContractReading parse_contract(std::string text, const std::string& path, const ContractLimits& limits = {});

/// The contract files of `path`: itself where it is a file; in a suite's folder `contract.json` and every
/// `*.contract.json`, sorted. An error where there is none.
Result<std::vector<std::string>> find_contracts(const std::string& path);

}  // namespace httparity
