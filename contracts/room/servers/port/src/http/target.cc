#include "http/target.h"

#include <algorithm>
#include <cctype>

namespace room {

bool method_is_legal(std::string_view method) {
  const auto legal = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '$' || c == '-' || c == '_' || c == '.';
  };
  return !method.empty() && method.size() <= 20 && std::all_of(method.begin(), method.end(), legal);
}

bool target_is_legal(std::string_view target) {
  for (std::size_t at = 0; at < target.size(); ++at) {
    const auto c = static_cast<unsigned char>(target[at]);
    if (c <= ' ' || c == 0x7f) return false;
    if (c != '%') continue;
    if (at + 2 >= target.size()) return false;
    if (!std::isxdigit(static_cast<unsigned char>(target[at + 1])) ||
        !std::isxdigit(static_cast<unsigned char>(target[at + 2]))) {
      return false;
    }
  }
  return true;
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
