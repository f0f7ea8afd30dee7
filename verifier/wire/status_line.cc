#include "wire/status_line.h"

#include <algorithm>

namespace httparity {
namespace {

constexpr std::string_view kName = "HTTP/";
constexpr std::size_t kVersionBytes = 8;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_version(std::string_view text) {
  return text.size() == kVersionBytes && text.starts_with(kName) && is_digit(text[5]) && text[6] == '.' &&
         is_digit(text[7]);
}

bool is_status(std::string_view text) {
  if (text.size() < kStatusBytes || !is_version(text.substr(0, kVersionBytes)) || text[kVersionBytes] != ' ') {
    return false;
  }
  const std::string_view code = text.substr(kVersionBytes + 1, 3);
  return std::all_of(code.begin(), code.end(), is_digit) && (text.size() == kStatusBytes || text[kStatusBytes] == ' ');
}

}  // namespace

std::optional<std::size_t> find_status(std::string_view line) {
  for (std::size_t at = line.find(kName); at != std::string_view::npos; at = line.find(kName, at + 1)) {
    if (is_status(line.substr(at))) return at;
  }
  return std::nullopt;
}

bool ends_with_version(std::string_view line) {
  return line.size() >= kVersionBytes && is_version(line.substr(line.size() - kVersionBytes));
}

}  // namespace httparity
