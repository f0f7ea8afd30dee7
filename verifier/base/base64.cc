#include "base/base64.h"

#include <cstdint>

namespace httparity {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t octet(char c) {
  return static_cast<unsigned char>(c);
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t taken = bytes.size() - i < 3 ? bytes.size() - i : 3;
    std::uint32_t group = octet(bytes[i]) << 16;
    if (taken > 1) group |= octet(bytes[i + 1]) << 8;
    if (taken > 2) group |= octet(bytes[i + 2]);
    out += kAlphabet[group >> 18 & 63];
    out += kAlphabet[group >> 12 & 63];
    out += taken > 1 ? kAlphabet[group >> 6 & 63] : '=';
    out += taken > 2 ? kAlphabet[group & 63] : '=';
  }
  return out;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const std::size_t padding = !last ? 0 : text[i + 2] == '=' ? 2 : text[i + 3] == '=' ? 1 : 0;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool padded = k >= 4 - padding;
      const std::size_t digit = padded ? 0 : kAlphabet.find(text[i + k]);
      if (digit == std::string_view::npos || (padded && text[i + k] != '=')) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    const std::uint32_t dropped = padding == 2 ? group & 0xffff : padding == 1 ? group & 0xff : 0;
    if (dropped != 0) return std::nullopt;
    out += static_cast<char>(group >> 16 & 0xff);
    if (padding < 2) out += static_cast<char>(group >> 8 & 0xff);
    if (padding < 1) out += static_cast<char>(group & 0xff);
  }
  return out;
}

}  // namespace httparity
