#include "base/utf8.h"

namespace httparity {
namespace {

unsigned char byte_at(std::string_view text, std::size_t place) {
  return static_cast<unsigned char>(text[place]);
}

bool is_continuation(std::string_view text, std::size_t place) {
  return place < text.size() && (byte_at(text, place) & 0xC0) == 0x80;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char first = byte_at(text, 0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_continuation(text, 1)) return 0;
  if (first < 0xE0) return 2;
  const unsigned char second = byte_at(text, 1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  if (!is_continuation(text, 2)) return 0;
  if (first < 0xF0) return 3;
  return is_continuation(text, 3) ? 4 : 0;
}

bool is_utf8(std::string_view text) {
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t length = utf8_length(text.substr(place));
    if (length == 0) return false;
    place += length;
  }
  return true;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto tail = [&out, code_point](unsigned shift) {
    out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::optional<std::string> latin1_bytes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t place = 0; place < text.size(); ++place) {
    const unsigned char first = byte_at(text, place);
    if (first < 0x80) {
      bytes += text[place];
    } else if (first <= 0xC3 && place + 1 < text.size()) {
      bytes += static_cast<char>(((first & 0x03) << 6) | (byte_at(text, place + 1) & 0x3F));
      ++place;
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

std::string latin1_text(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char byte : bytes) append_utf8(text, static_cast<unsigned char>(byte));
  return text;
}

}  // namespace httparity
