#include "http/target.h"

#include <algorithm>

namespace room {

bool method_is_legal(std::string_view method) {
  const auto legal = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '$' || c == '-' || c == '_' || c == '.';
  };
  return !method.empty() && method.size() <= 20 && std::all_of(method.begin(), method.end(), legal);
}

bool target_is_legal(std::string_view target) {
  return std::none_of(target.begin(), target.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == 0x7f || c == '"' || c == '<' || c == '>';
  });
}

Target split_target(std::string_view target) {
  target = target.substr(0, target.find('#'));
  const std::size_t scheme = target.find("://");
  if (!target.starts_with('/') && scheme != std::string_view::npos) {
    target.remove_prefix(scheme + 3);
    target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
  }
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return {std::string(target), ""};
  return {std::string(target.substr(0, mark)), std::string(target.substr(mark + 1))};
}

}  // namespace room
