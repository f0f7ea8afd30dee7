#pragma once

#include <string_view>

namespace httparity {

/// `text` without SP and HTAB at its ends.
inline std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// Calls `take` with each member of the comma-separated `list`, padding trimmed; empty members too. Quoted strings are
/// not known: neither Content-Length nor the codings have any.
template <typename Take>
void for_each_member(std::string_view list, Take take) {
  for (;;) {
    const std::size_t comma = list.find(',');
    take(trim(list.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace httparity
