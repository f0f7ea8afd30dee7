#include "fuzz/html/utf8.h"

namespace httparity::html {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// What a lead byte asks for: how many continuation bytes, and the range of the first of them.
struct Lead {
  int more = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xbf;
};

/// `more` is -1 for a byte that begins no character.
Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {0};
  if (byte >= 0xc2 && byte <= 0xdf) return {1};
  if (byte == 0xe0) return {2, 0xa0, 0xbf};
  if (byte == 0xed) return {2, 0x80, 0x9f};
  if (byte >= 0xe1 && byte <= 0xef) return {2};
  if (byte == 0xf0) return {3, 0x90, 0xbf};
  if (byte >= 0xf1 && byte <= 0xf3) return {3};
  if (byte == 0xf4) return {3, 0x80, 0x8f};
  return {-1};
}

/// How many bytes at `offset` are a character, or the maximal subpart of one (`whole` false).
std::size_t scan(std::string_view bytes, std::size_t offset, bool& whole) {
  const Lead lead = lead_of(static_cast<unsigned char>(bytes[offset]));
  whole = false;
  if (lead.more < 0) return 1;
  std::size_t length = 1;
  unsigned char low = lead.low;
  unsigned char high = lead.high;
  for (int i = 0; i < lead.more; ++i) {
    if (offset + length >= bytes.size()) return length;
    const auto next = static_cast<unsigned char>(bytes[offset + length]);
    if (next < low || next > high) return length;
    low = 0x80;
    high = 0xbf;
    ++length;
  }
  whole = true;
  return length;
}

}  // namespace

std::string decode_utf8(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t offset = 0; offset < bytes.size();) {
    bool whole = false;
    const std::size_t length = scan(bytes, offset, whole);
    out += whole ? bytes.substr(offset, length) : kReplacement;
    offset += length;
  }
  return out;
}

}  // namespace httparity::html
