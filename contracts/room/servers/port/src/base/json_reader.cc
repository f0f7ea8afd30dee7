#include "base/json_reader.h"

#include "base/text.h"

namespace room {
namespace {

constexpr int kMostLevels = 100;
constexpr std::size_t kEscapeBytes = 6;  // \uXXXX

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char letter = lower(std::string_view(&c, 1))[0];
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/// The value of four hex digits; nullopt where they aren't.
std::optional<unsigned> four_digits(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(0, 4)) {
    const int digit = hex_digit(c);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return value;
}

/// In UTF-8's pattern; surrogates too, whoever asks for them.
void append_code_point(std::string& text, unsigned value) {
  const auto trail = [&](int shift) { text += static_cast<char>(0x80 | ((value >> shift) & 0x3f)); };
  if (value < 0x80) {
    text += static_cast<char>(value);
  } else if (value < 0x800) {
    text += static_cast<char>(0xc0 | (value >> 6));
    trail(0);
  } else if (value < 0x10000) {
    text += static_cast<char>(0xe0 | (value >> 12));
    trail(6);
    trail(0);
  } else {
    text += static_cast<char>(0xf0 | (value >> 18));
    trail(12);
    trail(6);
    trail(0);
  }
}

/// Takes `\uXXXX` off the front of `rest`, and the half that follows a high surrogate. False where nothing can follow.
bool unescape_unicode(std::string_view& rest, std::string& text) {
  const unsigned value = *four_digits(rest.substr(2));
  rest.remove_prefix(kEscapeBytes);
  if ((value & 0xfc00) != 0xd800) {
    append_code_point(text, value);
    return true;
  }
  if (rest.size() < kEscapeBytes) return false;
  if (rest.starts_with("\\u")) {
    append_code_point(text, (((value & 0x3ff) + 0x40) << 10) | (*four_digits(rest.substr(2)) & 0x3ff));
    rest.remove_prefix(kEscapeBytes);
  } else {
    text += '?';
    rest.remove_prefix(1);  // json 2.6 loses it
  }
  return true;
}

std::optional<std::string> unescape(std::string_view rest) {
  std::string text;
  while (!rest.empty()) {
    if (rest[0] != '\\' || rest.size() == 1) {
      text += rest[0];
      rest.remove_prefix(1);
    } else if (rest[1] == 'u' && four_digits(rest.substr(2))) {
      if (!unescape_unicode(rest, text)) return std::nullopt;
    } else {
      const std::size_t known = std::string_view("bfnrt").find(rest[1]);
      text += known == std::string_view::npos ? rest[1] : "\b\f\n\r\t"[known];
      rest.remove_prefix(2);
    }
  }
  return text;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<JsonValue> document() {
    std::optional<JsonValue> value = blank() ? this->value(0) : std::nullopt;
    if (!value || !blank() || !rest_.empty()) return std::nullopt;
    return value;
  }

 private:
  /// Blanks and comments; false for a comment that doesn't end.
  bool blank() {
    for (;;) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
      const bool line = rest_.starts_with("//");
      if (!line && !rest_.starts_with("/*")) return true;
      const std::string_view end = line ? "\n" : "*/";
      const std::size_t found = rest_.find(end, 2);
      if (found == std::string_view::npos) return false;
      rest_.remove_prefix(found + end.size());
    }
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<JsonValue> value(int level) {
    if (rest_.starts_with('"')) return string();
    if (take("{")) return level < kMostLevels ? object(level + 1) : std::nullopt;
    if (take("[")) return level < kMostLevels ? array(level + 1) : std::nullopt;
    for (const char* word : {"true", "false", "null"}) {
      if (take(word)) return JsonValue();
    }
    return number();
  }

  std::optional<JsonValue> string() {
    std::size_t end = 1;
    for (; end < rest_.size() && rest_[end] != '"'; ++end) {
      if (rest_[end] == '\\') {
        if (++end == rest_.size()) return std::nullopt;
        if (rest_[end] == 'u' && !four_digits(rest_.substr(end + 1))) return std::nullopt;
      }
      if (static_cast<unsigned char>(rest_[end]) < 0x20) return std::nullopt;
    }
    if (end >= rest_.size()) return std::nullopt;
    std::optional<std::string> text = unescape(rest_.substr(1, end - 1));
    if (!text) return std::nullopt;
    rest_.remove_prefix(end + 1);
    return JsonValue{JsonValue::Kind::kString, std::move(*text), {}};
  }

  std::optional<JsonValue> object(int level) {
    JsonValue object{JsonValue::Kind::kObject, "", {}};
    if (!blank()) return std::nullopt;
    if (take("}")) return object;
    for (;;) {
      std::optional<JsonValue> name = rest_.starts_with('"') ? string() : std::nullopt;
      if (!name || !blank() || !take(":") || !blank()) return std::nullopt;
      std::optional<JsonValue> member = value(level);
      if (!member || !blank()) return std::nullopt;
      object.members.emplace_back(std::move(name->text), std::move(*member));
      if (take("}")) return object;
      if (!take(",") || !blank()) return std::nullopt;
    }
  }

  std::optional<JsonValue> array(int level) {
    if (!blank()) return std::nullopt;
    if (take("]")) return JsonValue();
    for (;;) {
      if (!value(level) || !blank()) return std::nullopt;
      if (take("]")) return JsonValue();
      if (!take(",") || !blank()) return std::nullopt;
    }
  }

  std::size_t digits() {
    const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(count);
    return count;
  }

  std::optional<JsonValue> number() {
    take("-");
    if (take("0")) {
      if (!rest_.empty() && is_digit(rest_[0])) return std::nullopt;
    } else if (digits() == 0) {
      return std::nullopt;
    }
    if (take(".") && digits() == 0) return std::nullopt;
    if (take("e") || take("E")) {
      if (!take("+")) take("-");
      if (digits() == 0) return std::nullopt;
    }
    return JsonValue();
  }

  std::string_view rest_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const JsonValue* found = nullptr;
  for (const auto& [known, value] : members) {
    if (known == name) found = &value;
  }
  return found;
}

std::optional<JsonValue> read_json(std::string_view text) {
  return Reader(text).document();
}

}  // namespace room
