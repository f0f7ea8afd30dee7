#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "target/target_spec.h"

namespace httparity {

/// Reads `targets.json` of the folder `suite`, strictly. An error names file, line, JSON pointer and cure.
Result<SuiteTargets> read_targets(const std::filesystem::path& suite);

/// The same of a text; `file` is its name in errors.
Result<SuiteTargets> read_targets_text(std::string_view text, const std::filesystem::path& suite,
                                       std::string_view file = "targets.json");

}  // namespace httparity
