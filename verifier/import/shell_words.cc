#include "import/shell_words.h"

#include <utility>

#include "base/utf8.h"

namespace httparity {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  std::vector<ShellCommand> cut() {
    while (place_ < text_.size()) step();
    end_command();
    return std::move(commands_);
  }

 private:
  char at(std::size_t ahead = 0) const { return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0'; }

  char take() {
    const char c = text_[place_++];
    if (c == '\n') ++line_;
    return c;
  }

  void add(char c) {
    open_word();
    word_ += c;
  }

  void open_word() {
    if (!in_word_ && command_.words.empty()) command_.line = line_;
    in_word_ = true;
  }

  void end_word() {
    if (in_word_) command_.words.push_back(std::exchange(word_, {}));
    in_word_ = false;
  }

  void end_command() {
    end_word();
    if (!command_.words.empty()) commands_.push_back(std::exchange(command_, {}));
    command_ = {};
  }

  void step() {
    const char c = at();
    if (c == '\\') {
      take();
      if (place_ == text_.size()) return;
      const char next = take();
      if (next == '\r' && at() == '\n') {
        take();
      } else if (next != '\n') {
        add(next);
      }
    } else if (c == '\'') {
      take();
      single_quoted();
    } else if (c == '"') {
      take();
      double_quoted();
    } else if (c == '$' && at(1) == '\'') {
      take();
      take();
      ansi_quoted();
    } else if (c == '\n' || c == ';') {
      take();
      end_command();
    } else if (c == '&' && at(1) == '&') {
      take();
      take();
      end_command();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      take();
      end_word();
    } else if (c == '#' && !in_word_) {
      while (place_ < text_.size() && at() != '\n') take();
    } else {
      if (std::string_view("$`|<>&()").find(c) != std::string_view::npos) command_.is_plain = false;
      add(take());
    }
  }

  void single_quoted() {
    open_word();
    while (place_ < text_.size() && at() != '\'') word_ += take();
    close_quote();
  }

  void double_quoted() {
    open_word();
    while (place_ < text_.size() && at() != '"') {
      const char c = take();
      if (c == '$' || c == '`') command_.is_plain = false;
      if (c != '\\' || place_ == text_.size()) {
        word_ += c;
        continue;
      }
      const char next = take();
      if (std::string_view("\\\"$`").find(next) != std::string_view::npos) {
        word_ += next;
      } else if (next != '\n') {
        word_ += '\\';
        word_ += next;
      }
    }
    close_quote();
  }

  void ansi_quoted() {
    open_word();
    while (place_ < text_.size() && at() != '\'') {
      const char c = take();
      if (c != '\\' || place_ == text_.size()) {
        word_ += c;
      } else {
        ansi_escape(take());
      }
    }
    close_quote();
  }

  void ansi_escape(char kind) {
    constexpr std::string_view kLetters = "abefnrtv";
    constexpr std::string_view kControls = "\a\b\x1b\f\n\r\t\v";
    const std::size_t letter = kLetters.find(kind);
    if (letter != std::string_view::npos) {
      word_ += kControls[letter];
    } else if (kind == 'x') {
      word_ += static_cast<char>(hex_digits(2));
    } else if (kind == 'u') {
      const char32_t code_point = hex_digits(4);
      if (code_point < 0xD800 || code_point > 0xDFFF) append_utf8(word_, code_point);
    } else {
      word_ += kind;
    }
  }

  char32_t hex_digits(int most) {
    char32_t value = 0;
    for (int count = 0; count < most && place_ < text_.size() && hex_value(at()) >= 0; ++count) {
      value = value * 16 + static_cast<char32_t>(hex_value(take()));
    }
    return value;
  }

  /// Takes the closing quote; a command whose quote never ends is nothing that can be read.
  void close_quote() {
    if (place_ == text_.size()) {
      command_.is_plain = false;
    } else {
      take();
    }
  }

  std::string_view text_;
  std::size_t place_ = 0;
  std::size_t line_ = 1;
  bool in_word_ = false;
  std::string word_;
  ShellCommand command_;
  std::vector<ShellCommand> commands_;
};

}  // namespace

std::vector<ShellCommand> shell_commands(std::string_view text) {
  return Cutter(text).cut();
}

}  // namespace httparity
