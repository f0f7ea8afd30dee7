#include "app/rich_text.h"

#include "base/text.h"

namespace room {
namespace {

/// Bytes of the address that begins at `at`; 0 for none.
std::size_t address_bytes(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::size_t scheme = rest.starts_with("https://") ? 8 : rest.starts_with("http://") ? 7 : 0;
  if (scheme == 0) return 0;
  std::size_t end = scheme;
  while (end < rest.size() && !is_space(rest[end]) && rest[end] != '<') ++end;
  return end == scheme ? 0 : end;
}

std::string link_addresses(std::string_view text) {
  std::string linked;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = text[at] == 'h' ? address_bytes(text, at) : 0;
    if (bytes == 0) {
      linked += text[at++];
      continue;
    }
    const std::string url(text.substr(at, bytes));
    linked += "<a href=\"" + url + "\" rel=\"noreferrer\">" + url + "</a>";
    at += bytes;
  }
  return linked;
}

std::string strengthen(std::string_view text) {
  std::string strong;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '*' ? text.find_first_of("*\n", at + 1) : std::string_view::npos;
    if (end == std::string_view::npos || text[end] == '\n' || end == at + 1) {
      strong += text[at++];
      continue;
    }
    strong.append("<strong>").append(text.substr(at + 1, end - at - 1)).append("</strong>");
    at = end + 1;
  }
  return strong;
}

}  // namespace

std::string rich_text(std::string_view text) {
  const std::string marked = strengthen(link_addresses(escape_html(text)));
  return replace_all(replace_all(marked, "\r\n", "<br>"), "\n", "<br>");
}

}  // namespace room
