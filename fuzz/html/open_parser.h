#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "fuzz/html/child_parser.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// Where the parsers come from: the folder adapters/ beside the running program or above it.
std::string adapters_folder();

/// The folder or file `relative` ("corpus/html") beside the running program or in a folder above it, as an absolute
/// path; empty where there is none.
std::string find_near_program(const std::string& relative);

/// Opens a parser by what a user writes: the name of a shipped adapter (gumbo, html5ever, parse5, html5lib, chromium,
/// jsoup), a path that ends in ".so" (an adapter of adapter_abi.h, its options after a ':'), or else a command line
/// that speaks frames.h. "bytes:" and any of these is the parser of trees as one that answers with the standard's
/// serialisation of what it parsed.
Result<std::unique_ptr<Parser>> open_parser(const std::string& what, const ChildLimits& limits = {});

/// The same parser in a process of its own in any case, started with `environment` before its command
/// ("MALLOC_PERTURB_=85"); for replays and for parsers that abort.
Result<std::unique_ptr<ChildParser>> open_isolated_parser(const std::string& what, const std::string& environment = "",
                                                          const ChildLimits& limits = {});

/// `what` names a parser that is shipped or built here, or is no name but a command line or an adapter's path.
bool is_parser_name(const std::string& what);

}  // namespace httparity::html
