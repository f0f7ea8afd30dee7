#include "base/json_scan.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace httparity {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The 16 bits of the four hexadecimal digits at `place`.
std::optional<char32_t> four_digits(std::string_view text, std::size_t place) {
  if (text.size() < place + 4) return std::nullopt;
  char32_t value = 0;
  for (const char c : text.substr(place, 4)) {
    char32_t digit = 0;
    if (is_digit(c)) {
      digit = static_cast<char32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<char32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<char32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
    value = value * 16 + digit;
  }
  return value;
}

bool is_high_surrogate(char32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}

bool is_low_surrogate(char32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

}  // namespace

JsonScanner::JsonScanner(std::string_view text, JsonSyntax syntax) : text_(text), syntax_(syntax) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") fail(0, "begins with a byte order mark: save it as UTF-8 without one");
}

JsonToken JsonScanner::fail(std::size_t place, std::string why) {
  begin_ = place;
  failed_ = true;
  error_ = std::move(why);
  return JsonToken::kError;
}

bool JsonScanner::skip_blanks() {
  while (place_ < text_.size()) {
    const char c = text_[place_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++place_;
      continue;
    }
    if (c != '/') return true;
    const std::string_view mark = text_.substr(place_, 2);
    if (!syntax_.comments || (mark != "//" && mark != "/*")) return true;
    const std::size_t end = text_.find(mark == "//" ? "\n" : "*/", place_ + 2);
    if (end == std::string_view::npos) {
      if (mark == "/*") {
        fail(place_, "a comment that doesn't end: close it with */");
        return false;
      }
      place_ = text_.size();
    } else {
      place_ = mark == "//" ? end + 1 : end + 2;
    }
  }
  return true;
}

JsonToken JsonScanner::next() {
  if (failed_) return JsonToken::kError;
  if (!skip_blanks()) return JsonToken::kError;
  begin_ = place_;
  if (place_ == text_.size()) {
    if (expect_ == Expect::kNothing) return JsonToken::kEnd;
    if (containers_.empty()) return fail(place_, "is empty: needs a JSON value");
    return fail(place_, containers_.back() == '{' ? "ends inside an object: needs }" : "ends inside an array: needs ]");
  }
  const char c = text_[place_];
  switch (expect_) {
    case Expect::kNothing:
      return fail(place_, "goes on behind the JSON value: remove what follows");
    case Expect::kColon:
      if (c != ':') return fail(place_, "needs a colon behind the key");
      ++place_;
      expect_ = Expect::kValue;
      return next();
    case Expect::kCommaOrEnd: {
      const bool in_object = containers_.back() == '{';
      if (c == ',') {
        ++place_;
        expect_ = in_object ? Expect::kKeyOnly : Expect::kValue;
        return next();
      }
      if (in_object && c == '}') return close(JsonToken::kEndObject);
      if (!in_object && c == ']') return close(JsonToken::kEndArray);
      return fail(place_, in_object ? "needs a comma or } here" : "needs a comma or ] here");
    }
    case Expect::kFirstOfObject:
      if (c == '}') return close(JsonToken::kEndObject);
      [[fallthrough]];
    case Expect::kKeyOnly:
      if (c == '}') return fail(place_, "has a comma before }: remove it");
      if (c != '"') return fail(place_, "needs a key in double quotes here");
      return string(JsonToken::kKey);
    case Expect::kFirstOfArray:
      if (c == ']') return close(JsonToken::kEndArray);
      return value();
    case Expect::kValue:
      if (c == ']' && !containers_.empty()) return fail(place_, "has a comma before ]: remove it");
      return value();
  }
  return JsonToken::kError;
}

JsonToken JsonScanner::value() {
  switch (text_[place_]) {
    case '{':
      return open(JsonToken::kBeginObject, Expect::kFirstOfObject, '{');
    case '[':
      return open(JsonToken::kBeginArray, Expect::kFirstOfArray, '[');
    case '"':
      return string(JsonToken::kString);
    case 'n':
      return literal("null", JsonToken::kNull);
    case 't':
      return literal("true", JsonToken::kTrue);
    case 'f':
      return literal("false", JsonToken::kFalse);
    case '/':
      return fail(place_, syntax_.comments ? "has a lone / here: a comment begins with // or /*"
                                           : "has a comment here: remove it");
    case '\'':
      return fail(place_, "has a single quote here: a string stands in double quotes");
    default:
      return number();
  }
}

JsonToken JsonScanner::open(JsonToken token, Expect expect, char container) {
  if (containers_.size() == syntax_.max_depth) {
    return fail(place_, fmt::format("is nested deeper than {} levels", syntax_.max_depth));
  }
  containers_.push_back(container);
  ++place_;
  expect_ = expect;
  return token;
}

JsonToken JsonScanner::close(JsonToken token) {
  containers_.pop_back();
  ++place_;
  after_value();
  return token;
}

void JsonScanner::after_value() {
  expect_ = containers_.empty() ? Expect::kNothing : Expect::kCommaOrEnd;
}

JsonToken JsonScanner::literal(std::string_view word, JsonToken token) {
  if (text_.substr(place_, word.size()) != word) {
    return fail(place_,
                "has an unknown word here: a value is null, true, false, a number, or a string in double quotes");
  }
  place_ += word.size();
  after_value();
  return token;
}

JsonToken JsonScanner::number() {
  const auto digits = [this] {
    const std::size_t before = place_;
    while (place_ < text_.size() && is_digit(text_[place_])) ++place_;
    return place_ > before;
  };
  const auto at = [this](std::string_view set) {
    return place_ < text_.size() && set.find(text_[place_]) != std::string_view::npos;
  };
  const bool minus = at("-");
  if (minus) ++place_;
  const bool zero = at("0");
  if (!digits()) {
    return fail(begin_, minus
                            ? "has a - without a number here"
                            : fmt::format("has \"{}\" where a value is needed", escape_bytes(text_.substr(begin_, 1))));
  }
  if (zero && place_ > begin_ + (minus ? 2U : 1U)) return fail(begin_, "has a number with a leading zero: remove it");
  if (at(".")) {
    ++place_;
    if (!digits()) return fail(begin_, "has a number without digits behind its point");
  }
  if (at("eE")) {
    ++place_;
    if (at("+-")) ++place_;
    if (!digits()) return fail(begin_, "has a number without digits in its exponent");
  }
  after_value();
  return JsonToken::kNumber;
}

JsonToken JsonScanner::string(JsonToken token) {
  const std::size_t string_begin = place_;
  ++place_;
  while (place_ < text_.size()) {
    const char c = text_[place_];
    if (c == '"') {
      ++place_;
      if (token == JsonToken::kKey) {
        expect_ = Expect::kColon;
      } else {
        after_value();
      }
      return token;
    }
    if (c == '\\') {
      if (!escape(string_begin)) return JsonToken::kError;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20) {
      return fail(place_, c == '\n' || c == '\r' ? "has a string that doesn't end on its line: write \\n for a line end"
                                                 : "has a control character in a string: write it as \\u00XX");
    }
    const std::size_t length = utf8_length(text_.substr(place_, 4));
    if (length == 0) return fail(place_, "is not UTF-8 here: write the byte 0xNN as \\u00NN where bytes are meant");
    place_ += length;
  }
  return fail(string_begin, "has a string that doesn't end: close it with a double quote");
}

bool JsonScanner::escape(std::size_t string_begin) {
  if (place_ + 1 >= text_.size()) {
    fail(string_begin, "has a string that doesn't end: close it with a double quote");
    return false;
  }
  const char kind = text_[place_ + 1];
  if (kind != 'u') {
    if (std::string_view("\"\\/bfnrt").find(kind) == std::string_view::npos) {
      fail(place_, fmt::format("has an unknown escape \\{} in a string: write \\\\ for a backslash",
                               escape_bytes(std::string_view(&kind, 1))));
      return false;
    }
    place_ += 2;
    return true;
  }
  const auto unit = four_digits(text_, place_ + 2);
  if (!unit) {
    fail(place_, "needs four hexadecimal digits behind \\u");
    return false;
  }
  if (is_low_surrogate(*unit)) {
    fail(place_, "has a lone low surrogate: a pair begins with \\uD800..\\uDBFF");
    return false;
  }
  if (is_high_surrogate(*unit)) {
    const auto second =
        text_.substr(place_ + 6, 2) == "\\u" ? four_digits(text_, place_ + 8) : std::optional<char32_t>();
    if (!second || !is_low_surrogate(*second)) {
      fail(place_, "has a lone high surrogate: \\uDC00..\\uDFFF must follow");
      return false;
    }
    place_ += 6;
  }
  place_ += 6;
  return true;
}

std::string json_unescape(std::string_view token) {
  std::string out;
  out.reserve(token.size());
  const std::string_view text = token.substr(1, token.size() - 2);
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (text[place] != '\\') {
      out += text[place];
      continue;
    }
    const char kind = text[++place];
    if (kind == 'u') {
      char32_t unit = *four_digits(text, place + 1);
      place += 4;
      if (is_high_surrogate(unit)) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (*four_digits(text, place + 3) - 0xDC00);
        place += 6;
      }
      append_utf8(out, unit);
      continue;
    }
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kControls = "\b\f\n\r\t";
    const std::size_t letter = kLetters.find(kind);
    out += letter == std::string_view::npos ? kind : kControls[letter];
  }
  return out;
}

}  // namespace httparity
