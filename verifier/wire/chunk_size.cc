#include "wire/chunk_size.h"

#include <algorithm>
#include <limits>

namespace httparity {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

std::uint64_t hex_value(char c) {
  if (c <= '9') return static_cast<std::uint64_t>(c - '0');
  return static_cast<std::uint64_t>((c | 0x20) - 'a') + 10;
}

// nullopt where 64 bits don't hold it.
std::optional<std::uint64_t> to_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (number >> 60 != 0) return std::nullopt;
    number = number << 4 | hex_value(c);
  }
  return number;
}

}  // namespace

std::optional<std::uint64_t> read_chunk_size(std::string_view line, Framing& framing) {
  const std::string_view digits = line.substr(0, line.find_first_not_of(kHexDigits));
  std::string_view rest = line.substr(digits.size());
  const bool padded = !rest.empty() && (rest.front() == ' ' || rest.front() == '\t');
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (digits.empty() || !(rest.empty() || rest.front() == ';')) {
    add_oddity(framing, Oddity::kBadChunkLine);
    return std::nullopt;
  }
  if (padded) add_oddity(framing, Oddity::kChunkSizePadded);
  if (!rest.empty()) {
    add_oddity(framing, Oddity::kChunkExtension);
    if (rest.find('\0') != std::string_view::npos) add_oddity(framing, Oddity::kNulByte);
    if (rest.find('\r') != std::string_view::npos) add_oddity(framing, Oddity::kBareCr);
  }
  if (digits.size() > 1 && digits.front() == '0') add_oddity(framing, Oddity::kChunkSizeLeadingZeros);
  const auto number = to_number(digits);
  if (!number) add_oddity(framing, Oddity::kChunkSizeTooLarge);
  return number.value_or(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace httparity
