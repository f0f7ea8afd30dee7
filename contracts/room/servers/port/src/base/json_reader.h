#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace room {

/// A JSON value as far as the room looks into one: objects and strings.
struct JsonValue {
  enum class Kind { kObject, kString, kOther };
  Kind kind = Kind::kOther;
  std::string text;  // of a string
  std::vector<std::pair<std::string, JsonValue>>
      members;  // of an object, in order; a repeated name's last value counts

  bool is_string() const { return kind == Kind::kString; }
  /// The value of that name; nullptr where this is no object or has none.
  const JsonValue* find(std::string_view name) const;
};

/// Reads what Ruby's json 2.6 reads, its liberties included: comments count as blanks, `\x` is x, and of half a
/// surrogate pair it makes a question mark. nullopt for anything else, and for more than 100 levels.
/// REQUIRES: `text` is UTF-8; a string in the result may not be.
std::optional<JsonValue> read_json(std::string_view text);

}  // namespace room
