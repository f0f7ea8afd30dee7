#include "report/html_text.h"

#include "base/text.h"

namespace httparity {

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : escape_unprintable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace httparity
