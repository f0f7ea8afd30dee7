#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// What a scanner takes beside RFC 8259.
struct JsonSyntax {
  bool comments = false;               ///< `// ...` and `/* ... */` wherever white space may stand
  std::size_t max_depth = 200;         ///< of arrays and objects inside each other
  std::size_t max_values = 2'000'000;  ///< that a document holds, each some 40 bytes
};

enum class JsonToken {
  kNull,
  kTrue,
  kFalse,
  kNumber,
  kString,
  kKey,
  kBeginArray,
  kEndArray,
  kBeginObject,
  kEndObject,
  kEnd,    ///< the text was one whole JSON value
  kError,  ///< `error()` says why
};

/// Cuts JSON text into tokens and says where each stands. Strict: UTF-8 without a byte order mark, no lone surrogate,
/// no trailing comma, nothing behind the value. Linear in the text, no recursion, memory bounded by the depth. `text`
/// must outlive the scanner.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text, JsonSyntax syntax = {});

  /// The next token; after kEnd and kError the same again.
  JsonToken next();

  /// Where the last token stands: offsets into the text, for strings and keys with their quotes. After kError `begin`
  /// is where the text went wrong.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return place_; }
  std::string_view token() const { return text_.substr(begin_, place_ - begin_); }

  /// What is wrong and how to cure it, without the place.
  const std::string& error() const { return error_; }

 private:
  enum class Expect { kValue, kFirstOfArray, kFirstOfObject, kKeyOnly, kColon, kCommaOrEnd, kNothing };

  JsonToken fail(std::size_t place, std::string why);
  bool skip_blanks();
  JsonToken value();
  JsonToken open(JsonToken token, Expect expect, char container);
  JsonToken close(JsonToken token);
  JsonToken literal(std::string_view word, JsonToken token);
  JsonToken number();
  JsonToken string(JsonToken token);
  bool escape(std::size_t string_begin);
  void after_value();

  std::string_view text_;
  JsonSyntax syntax_;
  std::size_t begin_ = 0;
  std::size_t place_ = 0;
  Expect expect_ = Expect::kValue;
  std::vector<char> containers_;
  bool failed_ = false;
  std::string error_;
};

/// What the text of a kString or kKey token (with its quotes) stands for, as UTF-8.
std::string json_unescape(std::string_view token);

}  // namespace httparity
