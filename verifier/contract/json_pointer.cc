#include "contract/json_pointer.h"

namespace httparity {

std::optional<std::vector<std::string>> parse_json_pointer(std::string_view pointer) {
  std::vector<std::string> segments;
  if (pointer.empty()) return segments;
  if (pointer.front() != '/') return std::nullopt;
  for (std::size_t place = 0; place < pointer.size(); ++place) {
    const char c = pointer[place];
    if (c == '/') {
      segments.emplace_back();
    } else if (c != '~') {
      segments.back() += c;
    } else {
      const std::string_view code = pointer.substr(place + 1, 1);
      if (code != "0" && code != "1") return std::nullopt;
      segments.back() += code == "0" ? '~' : '/';
      ++place;
    }
  }
  return segments;
}

}  // namespace httparity
