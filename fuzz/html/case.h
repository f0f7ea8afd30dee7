#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/adapter_abi.h"

namespace httparity::html {

/// The element that a fragment is parsed in: a namespace (HP_HTML_NS_*) and a local name. An empty name: a document.
struct Context {
  int name_space = HP_HTML_NS_HTML;
  std::string name;

  friend bool operator==(const Context&, const Context&) = default;
};

/// One input for a parser. `data` is valid UTF-8 (decode_utf8) for parsers of trees, any bytes in the mode "text".
struct HtmlCase {
  std::string data;
  Context context;
  bool scripting = false;
  bool quirks = false;  ///< a fragment whose context's document is in quirks mode
  /// Where a parser in this process is fed the input in chunks; no part of what is compared.
  std::vector<std::size_t> splits = {};

  friend bool operator==(const HtmlCase&, const HtmlCase&) = default;
};

/// "svg desc", "td" as the .dat format and the command line write a context; an unknown prefix is part of the name.
Context parse_context(std::string_view text);
std::string to_string(const Context& context);
/// `text` is what to_string() makes of a context: nothing, or a name of letters, digits and hyphens behind its
/// namespace.
bool is_context(std::string_view text);

}  // namespace httparity::html
