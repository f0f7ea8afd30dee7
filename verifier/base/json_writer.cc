#include "base/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "base/base64.h"
#include "base/code_point.h"

namespace httparity {

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

void JsonWriter::row(std::span<const std::uint64_t> numbers) {
  before_value();
  out_ += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) out_ += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  out_ += ']';
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
