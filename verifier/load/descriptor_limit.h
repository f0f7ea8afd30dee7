#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"

namespace httparity {

/// Raises this process's limit on open files as far as the system grants it. An Error, with the cure, where that isn't
/// enough for the most of `connections`.
Result<void> enough_descriptors(const std::vector<std::size_t>& connections);

}  // namespace httparity
