#include "recording/safe_file_name.h"

#include <algorithm>
#include <array>

#include "base/digest.h"
#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kLongest = 80;
constexpr std::size_t kKept = 64;
constexpr std::size_t kDigits = 12;

bool is_lower_or_digit(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}
bool is_upper(char byte) {
  return byte >= 'A' && byte <= 'Z';
}
bool is_plain_mark(char byte) {
  return std::string_view("-.=,+").find(byte) != std::string_view::npos;
}

/// Devices under Windows, whatever extension follows.
bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 4> words{"con", "prn", "aux", "nul"};
  const std::string_view stem = name.substr(0, name.find('.'));
  if (std::find(words.begin(), words.end(), stem) != words.end()) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' && stem[3] <= '9';
}

bool ends_in_digest(std::string_view name) {
  if (name.size() <= kDigits || name[name.size() - kDigits - 1] != '-') return false;
  const std::string_view end = name.substr(name.size() - kDigits);
  return end.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string safe_file_name(std::string_view name) {
  std::string safe;
  bool is_clear = !name.empty() && name.size() <= kLongest;
  for (const char byte : name.substr(0, is_clear ? kLongest : kKept)) {
    if (is_lower_or_digit(byte) || is_plain_mark(byte)) {
      safe += byte;
    } else if (byte == ' ') {
      safe += '_';
    } else {
      safe += is_upper(byte) ? byte : byte == '_' ? '_' : '~';
      is_clear = false;
    }
  }
  if (safe.starts_with('.')) safe.front() = '~';
  is_clear = is_clear && name.front() != '.' && name.back() != '.' && !is_reserved(safe) && !ends_in_digest(safe);
  if (is_clear) return safe;
  const auto digits = digest(DigestAlgorithm::kSha256, name);
  return safe + "-" + to_hex(digits.value_or("")).substr(0, kDigits);
}

}  // namespace httparity
