#include "http/request.h"

#include "base/encoding.h"
#include "base/text.h"

namespace room {

const std::string* Request::header(std::string_view name) const {
  for (const auto& [known, value] : fields) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::string Request::header_or_empty(std::string_view name) const {
  const std::string* value = header(name);
  return value ? *value : std::string();
}

void Request::add_field(std::string_view name, std::string_view value) {
  const std::string key = lower(name);
  for (auto& [known, joined] : fields) {
    if (known == key) {
      joined.append(", ").append(value);
      return;
    }
  }
  fields.emplace_back(key, value);
}

std::optional<std::string> cookie(const Request& request, std::string_view name) {
  const std::string* field = request.header("cookie");
  if (!field) return std::nullopt;
  std::string_view rest = *field;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const std::size_t equals = pair.find('=');
    if (pair.substr(0, equals) != name) continue;
    if (equals == std::string_view::npos) return std::string();
    const std::string_view value = pair.substr(equals + 1);
    return form_decode(value).value_or(std::string(value));
  }
  return std::nullopt;
}

}  // namespace room
