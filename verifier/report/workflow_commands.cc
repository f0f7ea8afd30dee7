#include "report/workflow_commands.h"

namespace httparity {

std::string without_workflow_commands(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool at_line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (at_line_start && rest.starts_with("::")) {
      out += ":\\x3a";
      ++i;
    } else if (rest.starts_with("##[") || rest.starts_with("##vso[")) {
      out += "#\\x23";
      ++i;
    } else {
      out += text[i];
    }
    at_line_start = text[i] == '\n' || (at_line_start && (text[i] == ' ' || text[i] == '\t'));
  }
  return out;
}

}  // namespace httparity
