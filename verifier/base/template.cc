#include "base/template.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace httparity {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name_byte(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

}  // namespace

bool is_variable_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_name_byte);
}

Template parse_template(std::string_view text) {
  Template result;
  std::string literal;
  const auto finish_literal = [&result, &literal] {
    if (!literal.empty()) result.parts.push_back({false, literal});
    literal.clear();
  };
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (text[place] != '{') {
      literal += text[place];
      continue;
    }
    std::size_t end = place + 1;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    const std::string_view name = text.substr(place + 1, end - place - 1);
    if (end < text.size() && text[end] == '}' && is_variable_name(name)) {
      finish_literal();
      result.parts.push_back({true, std::string(name)});
      place = end;
    } else {
      literal += '{';
      if (text.substr(place + 1, 1) == "{") ++place;
    }
  }
  finish_literal();
  return result;
}

std::vector<std::string> variable_names(const Template& text) {
  std::vector<std::string> names;
  for (const TemplatePart& part : text.parts) {
    if (part.is_variable && std::find(names.begin(), names.end(), part.text) == names.end()) names.push_back(part.text);
  }
  return names;
}

Result<std::optional<std::string>> expand(const Template& text, const Variables& variables) {
  std::string out;
  bool is_null = false;
  for (const TemplatePart& part : text.parts) {
    if (!part.is_variable) {
      out += part.text;
      continue;
    }
    const auto found = variables.find(part.text);
    if (found == variables.end()) {
      return Error{fmt::format("{{{}}} has no value here: define it, or write {{{{ for a {{", part.text)};
    }
    if (found->second) {
      out += *found->second;
    } else {
      is_null = true;
    }
  }
  if (is_null) return std::optional<std::string>();
  return std::optional<std::string>(std::move(out));
}

}  // namespace httparity
