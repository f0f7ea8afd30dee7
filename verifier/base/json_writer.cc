#include "base/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "base/base64.h"

namespace httparity {
namespace {

/// Takes one code point off the front of `rest`; U+FFFD for a byte that begins none (RFC 3629, section 4).
char32_t take_code_point(std::string_view& rest) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char first = at(0);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  char32_t code_point = length == 1 ? first : length == 2 ? first & 0x1fU : length == 3 ? first & 0x0fU : first & 0x07U;
  bool valid = length != 0 && length <= rest.size();
  for (std::size_t i = 1; valid && i < length; ++i) {
    valid = (at(i) & 0xc0) == 0x80;
    code_point = code_point << 6 | (at(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
  if (!valid || overlong || surrogate || code_point > 0x10ffff) {
    rest.remove_prefix(1);
    return 0xfffd;
  }
  rest.remove_prefix(length);
  return code_point;
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view utf8) {
  text(utf8);
  out_ += style_ == Style::kIndented ? ": " : ":";
  after_key_ = true;
  return *this;
}

void JsonWriter::text(std::string_view utf8) {
  before_value();
  out_ += '"';
  while (!utf8.empty()) escaped(take_code_point(utf8));
  out_ += '"';
}

void JsonWriter::bytes(std::string_view bytes) {
  before_value();
  out_ += '"';
  for (const char c : bytes) escaped(static_cast<unsigned char>(c));
  out_ += '"';
}

void JsonWriter::base64(std::string_view bytes) {
  before_value();
  out_ += '"';
  out_ += encode_base64(bytes);
  out_ += '"';
}

void JsonWriter::number(std::int64_t value) {
  before_value();
  out_ += fmt::format("{}", value);
}

void JsonWriter::number(std::uint64_t value) {
  before_value();
  out_ += fmt::format("{}", value);
}

void JsonWriter::number(double value) {
  before_value();
  out_ += std::isfinite(value) ? fmt::format("{}", value) : "null";
}

void JsonWriter::boolean(bool value) {
  before_value();
  out_ += value ? "true" : "false";
}

void JsonWriter::null() {
  before_value();
  out_ += "null";
}

std::string JsonWriter::take() && {
  if (style_ == Style::kIndented) out_ += '\n';
  return std::move(out_);
}

void JsonWriter::open(char bracket) {
  before_value();
  out_ += bracket;
  has_member_.push_back(false);
}

void JsonWriter::close(char bracket) {
  const bool had_member = has_member_.back();
  has_member_.pop_back();
  if (had_member) line_break();
  out_ += bracket;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_member_.empty()) return;
  if (has_member_.back()) out_ += ',';
  has_member_.back() = true;
  line_break();
}

void JsonWriter::line_break() {
  if (style_ == Style::kCompact) return;
  out_ += '\n';
  out_.append(2 * has_member_.size(), ' ');
}

void JsonWriter::escaped(char32_t code_point) {
  if (code_point == '"' || code_point == '\\') {
    out_ += '\\';
    out_ += static_cast<char>(code_point);
  } else if (code_point == '\n') {
    out_ += "\\n";
  } else if (code_point == '\r') {
    out_ += "\\r";
  } else if (code_point == '\t') {
    out_ += "\\t";
  } else if (code_point >= 0x20 && code_point < 0x7f) {
    out_ += static_cast<char>(code_point);
  } else if (code_point < 0x10000) {
    out_ += fmt::format("\\u{:04x}", static_cast<unsigned>(code_point));
  } else {
    const auto above = static_cast<unsigned>(code_point) - 0x10000;
    out_ += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (above >> 10), 0xdc00 + (above & 0x3ff));
  }
}

}  // namespace httparity
