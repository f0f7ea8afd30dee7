#pragma once

#include "base/temporary_folder.h"

namespace httparity {

/// A folder of its own for one test, removed with it.
using TestFolder = TemporaryFolder;

}  // namespace httparity
