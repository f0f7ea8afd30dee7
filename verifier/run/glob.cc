#include "run/glob.h"

#include <cstddef>
#include <optional>

namespace httparity {

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::optional<std::size_t> star;  // behind the latest `*`: only that one ever needs to give way
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_text = t;
      continue;
    }
    const bool escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    const std::size_t at = escaped ? p + 1 : p;
    if (at < pattern.size() && (pattern[at] == text[t] || (!escaped && pattern[at] == '?'))) {
      p = at + 1;
      ++t;
    } else if (star) {
      p = *star;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace httparity
