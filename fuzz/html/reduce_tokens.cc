#include "fuzz/html/reduce_tokens.h"

#include <algorithm>

#include "base/utf8.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::size_t character_length(std::string_view text, std::size_t at) {
  return std::max<std::size_t>(1, utf8_length(text.substr(at)));
}

std::size_t tag_name_end(std::string_view token) {
  std::size_t at = token.starts_with("</") ? 2 : 1;
  if (!token.starts_with('<') || at >= token.size() || !is_letter(token[at])) return 0;
  while (at < token.size() && token[at] != '>' && token[at] != ' ' && token[at] != '/' && token[at] != '\n' &&
         token[at] != '\t') {
    ++at;
  }
  return at;
}

std::string tag_name(std::string_view token) {
  const std::size_t begin = token.starts_with("</") ? 2 : 1;
  const std::size_t end = tag_name_end(token);
  return end == 0 ? "" : std::string(token.substr(begin, end - begin));
}

std::string join(const Tokens& tokens) {
  std::string out;
  for (const std::string& token : tokens) out += token;
  return out;
}

Tokens split(const std::string& html) {
  const auto views = split_tokens(html);
  return {views.begin(), views.end()};
}

Tokens characters(const std::string& html) {
  Tokens out;
  for (const std::string_view token : split_tokens(html)) {
    std::size_t at = tag_name_end(token);
    if (at > 0) out.emplace_back(token.substr(0, at));
    for (std::size_t length = 0; at < token.size(); at += length) {
      length = character_length(token, at);
      out.emplace_back(token.substr(at, length));
    }
  }
  return out;
}

}  // namespace httparity::html
