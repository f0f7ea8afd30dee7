#include "base/json_read.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"

namespace httparity {
namespace {

std::span<const std::string_view> as_span(std::initializer_list<std::string_view> words) {
  return {words.begin(), words.size()};
}

std::optional<std::string> not_empty(const JsonValue& value, std::optional<std::string> text, JsonErrors& errors) {
  if (!text || !text->empty()) return text;
  errors.add(value, "must not be empty");
  return std::nullopt;
}

}  // namespace

JsonObject::JsonObject(const JsonValue& value, std::initializer_list<std::string_view> known, JsonErrors& errors)
    : value_(value), errors_(&errors), valid_(value.is(JsonKind::kObject)) {
  if (!valid_) {
    add_wrong_kind(value, json_kind_name(JsonKind::kObject), errors);
    return;
  }
  for (const JsonValue& member : value.children()) {
    std::string key = member.key();
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      errors.add(member, fmt::format("unknown key \"{}\"{}", escape_bytes(key), did_you_mean(key, as_span(known))));
      continue;
    }
    members_.push_back({std::move(key), member});
  }
}

std::optional<JsonValue> JsonObject::find(std::string_view key) const {
  for (const Member& member : members_) {
    if (member.key == key) return member.value;
  }
  return std::nullopt;
}

std::optional<JsonValue> JsonObject::need(std::string_view key) const {
  auto found = find(key);
  if (!found && valid_) errors_->add(value_, fmt::format("needs \"{}\"", key));
  return found;
}

void add_wrong_kind(const JsonValue& value, std::string_view wanted, JsonErrors& errors) {
  errors.add(value, fmt::format("must be {}, is {}", wanted, json_kind_name(value.kind())));
}

std::optional<std::string> read_text(const JsonValue& value, JsonErrors& errors) {
  if (value.is(JsonKind::kString)) return value.text();
  add_wrong_kind(value, "a string", errors);
  return std::nullopt;
}

std::optional<std::string> read_some_text(const JsonValue& value, JsonErrors& errors) {
  return not_empty(value, read_text(value, errors), errors);
}

std::optional<std::string> read_bytes(const JsonValue& value, JsonErrors& errors) {
  const auto text = read_text(value, errors);
  if (!text) return std::nullopt;
  auto bytes = latin1_bytes(*text);
  if (!bytes) {
    errors.add(value, "has a code point above U+00FF, and this string holds bytes: write each byte as \\u00NN");
  }
  return bytes;
}

std::optional<std::string> read_some_bytes(const JsonValue& value, JsonErrors& errors) {
  return not_empty(value, read_bytes(value, errors), errors);
}

std::optional<bool> read_boolean(const JsonValue& value, JsonErrors& errors) {
  if (value.is(JsonKind::kBoolean)) return value.boolean();
  add_wrong_kind(value, json_kind_name(JsonKind::kBoolean), errors);
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(const JsonValue& value, std::int64_t least, std::int64_t most,
                                         JsonErrors& errors) {
  if (!value.is(JsonKind::kNumber)) {
    add_wrong_kind(value, "a number", errors);
    return std::nullopt;
  }
  const auto number = value.integer();
  if (number && *number >= least && *number <= most) return number;
  errors.add(value, fmt::format("must be a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<std::string> read_word(const JsonValue& value, std::initializer_list<std::string_view> words,
                                     JsonErrors& errors) {
  auto text = read_text(value, errors);
  if (!text || std::find(words.begin(), words.end(), *text) != words.end()) return text;
  errors.add(value, fmt::format("must be one of \"{}\", is \"{}\"{}", fmt::join(words, "\", \""), escape_bytes(*text),
                                did_you_mean(*text, as_span(words))));
  return std::nullopt;
}

std::vector<JsonValue> read_array(const JsonValue& value, JsonErrors& errors) {
  if (value.is(JsonKind::kArray)) return value.children();
  add_wrong_kind(value, json_kind_name(JsonKind::kArray), errors);
  return {};
}

}  // namespace httparity
