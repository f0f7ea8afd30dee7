#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace httparity {

/// An object read strictly: a key that `known` doesn't list is an error, with the one that was meant where it is near.
/// Where `value` is no object, that is the error, and the object has no members.
class JsonObject {
 public:
  JsonObject(const JsonValue& value, std::initializer_list<std::string_view> known, JsonErrors& errors);

  const JsonValue& value() const { return value_; }
  /// It really is an object.
  bool valid() const { return valid_; }
  /// The member `key`; of two with this name the first.
  std::optional<JsonValue> find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key).has_value(); }
  /// The same, and an error where there is none.
  std::optional<JsonValue> need(std::string_view key) const;

 private:
  struct Member {
    std::string key;
    JsonValue value;
  };
  JsonValue value_;
  JsonErrors* errors_;
  bool valid_;
  std::vector<Member> members_;
};

// Each reads one value, or adds to `errors` what it is and what it must be.

std::optional<std::string> read_text(const JsonValue& value, JsonErrors& errors);
/// The same, and not empty.
std::optional<std::string> read_some_text(const JsonValue& value, JsonErrors& errors);
/// A string that holds bytes: code points U+0000 to U+00FF, each for the byte of its value.
std::optional<std::string> read_bytes(const JsonValue& value, JsonErrors& errors);
std::optional<std::string> read_some_bytes(const JsonValue& value, JsonErrors& errors);
std::optional<bool> read_boolean(const JsonValue& value, JsonErrors& errors);
/// A whole number from `least` to `most`.
std::optional<std::int64_t> read_integer(const JsonValue& value, std::int64_t least, std::int64_t most,
                                         JsonErrors& errors);
/// One of `words`; an error suggests the nearest.
std::optional<std::string> read_word(const JsonValue& value, std::initializer_list<std::string_view> words,
                                     JsonErrors& errors);
/// The elements of an array; none and an error where `value` is something else.
std::vector<JsonValue> read_array(const JsonValue& value, JsonErrors& errors);

/// Adds that `value` must be `wanted` and isn't.
void add_wrong_kind(const JsonValue& value, std::string_view wanted, JsonErrors& errors);

}  // namespace httparity
