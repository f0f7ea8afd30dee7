#include "fuzz/html/frames.h"

namespace httparity::html {
namespace {

void append_u32(std::string& out, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 255);
}

std::uint32_t read_number(std::string_view bytes, std::size_t size) {
  std::uint32_t value = 0;
  while (size-- > 0) value = value << 8 | static_cast<unsigned char>(bytes[size]);
  return value;
}

bool take(std::string_view& body, std::size_t size, std::string_view& out) {
  if (body.size() < size) return false;
  out = body.substr(0, size);
  body.remove_prefix(size);
  return true;
}

}  // namespace

void append_header(std::string& out, FrameHeader header) {
  append_u32(out, header.bytes);
  append_u32(out, header.count);
}

FrameHeader read_header(std::string_view bytes) {
  return {read_number(bytes, 4), read_number(bytes.substr(4), 4)};
}

void append_request(std::string& out, std::span<const HtmlCase* const> cases, FrameMode mode) {
  const std::size_t begin = out.size();
  append_header(out, {0, static_cast<std::uint32_t>(cases.size())});
  for (const HtmlCase* one : cases) {
    const std::string context = to_string(one->context);
    append_u32(out, one->data.size());
    out += static_cast<char>(mode);
    out += static_cast<char>((one->scripting ? kFrameScripting : 0) | (one->quirks ? kFrameQuirks : 0));
    out += static_cast<char>(context.size() & 255);
    out += static_cast<char>(context.size() >> 8 & 255);
    out += context;
    out += one->data;
  }
  std::string bytes;
  append_u32(bytes, out.size() - begin - kFrameHeaderBytes);
  out.replace(begin, bytes.size(), bytes);
}

bool take_request(std::string_view& body, FrameRequest& out) {
  constexpr std::size_t kFixed = 8;
  std::string_view fixed;
  std::string_view context;
  std::string_view data;
  if (!take(body, kFixed, fixed)) return false;
  out.mode = static_cast<FrameMode>(fixed[4]);
  const auto flags = static_cast<std::uint8_t>(fixed[5]);
  if (!take(body, read_number(fixed.substr(6), 2), context) || !take(body, read_number(fixed, 4), data)) return false;
  out.input = {std::string(data), parse_context(context), (flags & kFrameScripting) != 0, (flags & kFrameQuirks) != 0};
  return true;
}

void append_reply(std::string& out, int status, std::string_view bytes) {
  append_u32(out, bytes.size());
  out += static_cast<char>(status);
  out += bytes;
}

bool take_reply(std::string_view& body, FrameReply& out) {
  constexpr std::size_t kFixed = 5;
  std::string_view fixed;
  if (!take(body, kFixed, fixed)) return false;
  out.status = static_cast<unsigned char>(fixed[4]);
  return take(body, read_number(fixed, 4), out.bytes);
}

}  // namespace httparity::html
