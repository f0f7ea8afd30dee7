#include "http/headers.h"

#include <strings.h>

#include <algorithm>

namespace room {

bool same_name(std::string_view one, std::string_view other) {
  return one.size() == other.size() && strncasecmp(one.data(), other.data(), one.size()) == 0;
}

void Headers::set(std::string_view name, std::string value) {
  const auto found =
      std::find_if(fields_.begin(), fields_.end(), [&](const Header& h) { return same_name(h.name, name); });
  if (found != fields_.end() && found->name == name) {
    found->value = std::move(value);
    return;
  }
  if (found != fields_.end()) fields_.erase(found);
  fields_.push_back({std::string(name), std::move(value)});
}

void Headers::erase(std::string_view name) {
  std::erase_if(fields_, [&](const Header& h) { return same_name(h.name, name); });
}

const std::string* Headers::find(std::string_view name) const {
  const auto found =
      std::find_if(fields_.begin(), fields_.end(), [&](const Header& h) { return same_name(h.name, name); });
  return found == fields_.end() ? nullptr : &found->value;
}

void Headers::merge(const Headers& other) {
  for (const Header& field : other) set(field.name, field.value);
}

}  // namespace room
