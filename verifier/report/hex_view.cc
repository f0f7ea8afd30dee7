#include "report/hex_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace httparity {
namespace {

constexpr std::size_t kRowBytes = 16;

}  // namespace

std::string hex_row(std::size_t offset, std::string_view bytes) {
  std::string hex;
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += fmt::format("{:02x} ", byte);
    text += byte >= 0x20 && byte < 0x7f ? c : '.';
  }
  return fmt::format("{:08x}  {:<48} |{}|", offset, hex, text);
}

std::vector<std::string> hex_view(std::string_view bytes, std::size_t offset, std::size_t focus, std::size_t rows) {
  std::vector<std::string> lines;
  const std::size_t focus_row = std::min(focus, bytes.empty() ? 0 : bytes.size() - 1) / kRowBytes;
  const std::size_t first = (focus_row > 0 ? focus_row - 1 : 0) * kRowBytes;
  const std::size_t end = std::min(bytes.size(), first + rows * kRowBytes);
  if (first > 0) lines.push_back(fmt::format("... {} bytes before", first));
  for (std::size_t at = first; at < end; at += kRowBytes) {
    lines.push_back(hex_row(offset + at, bytes.substr(at, std::min(kRowBytes, end - at))));
  }
  if (end < bytes.size()) lines.push_back(fmt::format("... {} bytes more", bytes.size() - end));
  return lines;
}

std::size_t first_unequal(std::string_view reference, std::string_view port) {
  const auto at = std::mismatch(reference.begin(), reference.end(), port.begin(), port.end()).first;
  return static_cast<std::size_t>(at - reference.begin());
}

}  // namespace httparity
