#pragma once

#include <string>
#include <string_view>

#include "fuzz/html/case.h"

namespace httparity::html {

/// How a case is written as an input of html_pair_fuzz: a byte that chooses one of fragment_contexts() (over their
/// count: a document), then the bytes to parse. A context that isn't among them is written as a document.
std::string fuzz_input(const HtmlCase& one);

/// The case of an input. Total: its bytes are decoded as UTF-8.
HtmlCase fuzz_case(std::string_view input);

}  // namespace httparity::html
