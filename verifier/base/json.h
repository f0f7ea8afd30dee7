#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_scan.h"
#include "base/result.h"

namespace httparity {

enum class JsonKind { kNull, kBoolean, kNumber, kString, kArray, kObject };

/// "a string", "an object" and so on.
const char* json_kind_name(JsonKind kind);

class JsonDocument;

/// One value of a document, which must outlive it. Cheap to copy.
class JsonValue {
 public:
  JsonKind kind() const;
  bool is(JsonKind wanted) const { return kind() == wanted; }
  /// Counted from 1.
  int line() const;
  /// RFC 6901; empty for the whole document.
  std::string pointer() const;

  /// REQUIRES: the kind that each speaks of.
  bool boolean() const;
  double number() const;
  std::optional<std::int64_t> integer() const;  ///< nullopt: it has a fraction or exponent, or doesn't fit
  std::string text() const;                     ///< UTF-8

  /// The values inside an array or object, in file order; none in other kinds.
  std::vector<JsonValue> children() const;
  /// The name of this member. REQUIRES: it stands in an object.
  std::string key() const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, std::uint32_t node) : document_(document), node_(node) {}
  const JsonDocument* document_;
  std::uint32_t node_;
};

/// Collects what is wrong with one file, each error one line: `file:line: pointer: why`.
class JsonErrors {
 public:
  explicit JsonErrors(std::string file) : file_(std::move(file)) {}

  void add(const JsonValue& value, std::string_view why);
  void add(int line, std::string_view pointer, std::string_view why);

  const std::string& file() const { return file_; }
  bool empty() const { return errors_.empty(); }
  std::size_t size() const { return errors_.size(); }
  /// All of them in the order of their lines.
  std::vector<Error> sorted() const;
  /// The first, and how many more there are. REQUIRES: not empty.
  Error first() const;

 private:
  struct Entry {
    int line;
    Error error;
  };
  std::string file_;
  std::vector<Entry> errors_;
};

/// A JSON text and where each value of it stands. Its values are offsets into the text, so that nothing is deep to copy
/// or to destroy.
class JsonDocument {
 public:
  /// Reads `text` strictly (see JsonScanner). A syntax error, a number that no double holds and a text over the limits
  /// end the reading; a key that stands twice in an object is added to `errors` and the reading goes on.
  static std::unique_ptr<const JsonDocument> parse(std::string text, JsonErrors& errors, JsonSyntax syntax = {});

  JsonValue root() const { return {this, 0}; }

 private:
  friend class JsonValue;
  struct Node {
    std::uint32_t begin;
    std::uint32_t end;  ///< of the token, for arrays and objects of their opening
    std::uint32_t key_begin;
    std::uint32_t key_end;  ///< in an array `key_begin` is the index and `key_end` is 0
    std::uint32_t parent;
    std::uint32_t first_child;
    std::uint32_t next_sibling;  ///< 0: there is none, since 0 is the root
    std::uint32_t line;
    JsonKind kind;
  };
  class Builder;

  std::string_view token(const Node& node) const;

  std::string text_;
  std::vector<Node> nodes_;
};

}  // namespace httparity
