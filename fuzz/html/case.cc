#include "fuzz/html/case.h"

#include <algorithm>
#include <string_view>

namespace httparity::html {

Context parse_context(std::string_view text) {
  if (text.starts_with("svg ")) return {HP_HTML_NS_SVG, std::string(text.substr(4))};
  if (text.starts_with("math ")) return {HP_HTML_NS_MATHML, std::string(text.substr(5))};
  return {HP_HTML_NS_HTML, std::string(text)};
}

bool is_context(std::string_view text) {
  const std::string name = parse_context(text).name;
  return text.empty() || (!name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
         }));
}

std::string to_string(const Context& context) {
  if (context.name_space == HP_HTML_NS_SVG) return "svg " + context.name;
  return context.name_space == HP_HTML_NS_MATHML ? "math " + context.name : context.name;
}

}  // namespace httparity::html
