#pragma once

#include <cstddef>
#include <vector>

#include "result/load_result.h"
#include "target/target.h"
#include "target/target_spec.h"

namespace httparity {

/// The programs that the processes of `server` run, and the files that the commands of `spec` name below `suite` or
/// absolutely, each with its digest now. None where it was not started here. What can't be read is left out.
std::vector<LoadFile> files_of(const TargetSpec& spec, const std::filesystem::path& suite, const Target& server,
                               std::size_t round);

}  // namespace httparity
