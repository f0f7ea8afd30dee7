#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace httparity::html {

/// The bytes of a file.
Result<std::string> read_file(const std::string& path);

/// Replaces a file as one step: written beside it, synced, renamed. A reader sees the old bytes or the new ones.
Result<void> write_file(const std::string& path, std::string_view bytes);

/// The folder of the running program, where the adapters of any build lie beside it.
std::string program_folder();

}  // namespace httparity::html
