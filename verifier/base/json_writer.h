#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// Writes one JSON text (RFC 8259) in ASCII: every other character is a `\u` escape, so that the text is safe on a
/// terminal, in a log and in any encoding. Indented by two, or compact.
///
///     JsonWriter json;
///     json.begin_object();
///     json.key("name").text(name);
///     json.end_object();
///     write(std::move(json).take());
///
/// REQUIRES: calls that make a well-formed text: `key` in objects alone, each `begin_` with its `end_`.
class JsonWriter {
 public:
  enum class Style { kIndented, kCompact };
  explicit JsonWriter(Style style = Style::kIndented) : style_(style) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  JsonWriter& key(std::string_view utf8);
  /// UTF-8; a byte that is not part of any is written as U+FFFD.
  void text(std::string_view utf8);
  /// Any bytes, each as the code point of its value, U+0000 to U+00FF.
  void bytes(std::string_view bytes);
  void base64(std::string_view bytes);
  void number(std::int64_t value);
  void number(std::uint64_t value);
  /// Written so that reading gives the same value; what is not finite as null.
  void number(double value);
  void boolean(bool value);
  void null();
  /// An array of numbers on one line, in either style.
  void row(std::span<const std::uint64_t> numbers);

  /// The text, with a line end when indented.
  std::string take() &&;

 private:
  void open(char bracket);
  void close(char bracket);
  void before_value();
  void line_break();
  void escaped(char32_t code_point);

  Style style_;
  std::string out_;
  std::vector<bool> has_member_;  ///< for each open bracket
  bool after_key_ = false;
};

}  // namespace httparity
