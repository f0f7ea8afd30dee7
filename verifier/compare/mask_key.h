#pragma once

#include <string>

#include "contract/mask.h"

namespace httparity {

/// What tells one mask of a contract from another, over copies of it: its place, or its address where it has none.
std::string mask_key(const Mask& mask);

}  // namespace httparity
