#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// The functions of an adapter (adapter_abi.h).
struct AdapterFunctions {
  decltype(&hp_html_abi) abi = nullptr;
  decltype(&hp_html_info) info = nullptr;
  decltype(&hp_html_open) open = nullptr;
  decltype(&hp_html_run) run = nullptr;
  decltype(&hp_html_close) close = nullptr;
};

/// A parser of an adapter that is part of this program. `name` is for errors.
Result<std::unique_ptr<Parser>> open_adapter(const AdapterFunctions& functions, const std::string& name,
                                             const std::string& options = "");

/// Loads a shared object that exports the functions of adapter_abi.h and opens a parser of it with `options`. Symbols
/// stay local to it (RTLD_LOCAL), so that two adapters can't clash. The object stays loaded until the program ends.
/// An error names the file and what it lacks.
Result<std::unique_ptr<Parser>> load_plugin(const std::string& path, const std::string& options = "");

/// The path of the shipped adapter `name`, NAME.so in adapters_folder(); empty where there is none.
std::string find_plugin(const std::string& name);

}  // namespace httparity::html
