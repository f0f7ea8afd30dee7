#include "base/encoding.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cctype>

namespace room {
namespace {

constexpr std::string_view kUpperHex = "0123456789ABCDEF";

bool alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The byte that `%hh` at `at` stands for, or -1.
int escaped_byte(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size()) return -1;
  const int high = hex_value(text[at + 1]);
  const int low = hex_value(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

void append_escape(std::string& text, char c) {
  text += '%';
  text += kUpperHex[static_cast<unsigned char>(c) >> 4];
  text += kUpperHex[static_cast<unsigned char>(c) & 15];
}

}  // namespace

std::string hex(std::string_view bytes) {
  std::string digits;
  for (const char c : bytes) {
    digits += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    digits += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int written =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(written));
  return text;
}

std::string base64url(std::string_view bytes) {
  std::string text = base64(bytes);
  while (!text.empty() && text.back() == '=') text.pop_back();
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  const auto in_alphabet = [](char c) { return alphanumeric(c) || c == '+' || c == '/'; };
  if (!std::all_of(text.begin(), text.end() - static_cast<std::ptrdiff_t>(padding), in_alphabet)) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int written =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  if (written < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(written) - padding);
  if (base64(bytes) != text) return std::nullopt;  // bits behind the last byte
  return bytes;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string plain(text);
  std::replace(plain.begin(), plain.end(), '-', '+');
  std::replace(plain.begin(), plain.end(), '_', '/');
  if (!plain.ends_with('=')) plain.append((4 - plain.size() % 4) % 4, '=');
  return from_base64(plain);
}

std::optional<std::string> form_decode(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%') {
      const int byte = escaped_byte(text, at);
      if (byte < 0) return std::nullopt;
      decoded += static_cast<char>(byte);
      at += 2;
    } else {
      decoded += text[at] == '+' ? ' ' : text[at];
    }
  }
  return decoded;
}

std::string form_encode(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (alphanumeric(c) || c == '*' || c == '-' || c == '.' || c == '_') {
      encoded += c;
    } else if (c == ' ') {
      encoded += '+';
    } else {
      append_escape(encoded, c);
    }
  }
  return encoded;
}

std::string path_decode(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int byte = text[at] == '%' ? escaped_byte(text, at) : -1;
    decoded += byte < 0 ? text[at] : static_cast<char>(byte);
    if (byte >= 0) at += 2;
  }
  return decoded;
}

std::string percent_encode(std::string_view text, std::string_view safe) {
  std::string encoded;
  for (const char c : text) {
    if (alphanumeric(c) || safe.find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      append_escape(encoded, c);
    }
  }
  return encoded;
}

}  // namespace room
