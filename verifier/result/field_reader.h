#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/base64.h"
#include "base/json_read.h"
#include "base/suggest.h"
#include "base/text.h"

namespace httparity {

/// The other side of FieldWriter. Reads the members of one object strictly: what is missing, of another kind or unknown
/// is an error.
class FieldReader {
 public:
  static constexpr bool kReads = true;
  FieldReader(const JsonValue& object, JsonErrors& errors) : object_(object), errors_(errors) {
    if (object.is(JsonKind::kObject)) {
      members_ = object.children();
    } else {
      add_wrong_kind(object, json_kind_name(JsonKind::kObject), errors);
      valid_ = false;
    }
  }

  template <typename Value>
  void operator()(std::string_view key, Value& into) {
    if (const auto value = need(key)) read(*value, into);
  }
  template <typename Value>
  void operator()(std::string_view key, std::optional<Value>& into) {
    if (const auto value = find(key)) read(*value, into.emplace());
  }
  void unless_empty(std::string_view key, std::string& into) {
    if (const auto value = find(key)) read(*value, into);
  }
  void bytes(std::string_view key, std::string& into) {
    if (const auto value = need(key)) into = read_bytes(*value, errors_).value_or("");
  }
  void base64(std::string_view key, std::string& into) {
    const auto value = need(key);
    const auto text = value ? read_text(*value, errors_) : std::nullopt;
    if (!text) return;
    if (auto decoded = decode_base64(*text)) {
      into = *std::move(decoded);
    } else {
      errors_.add(*value, "is no base64");
    }
  }
  template <typename Enum>
  void word(std::string_view key, Enum& into, const char* (*name_of)(Enum), Enum last) {
    if (const auto value = need(key)) read_name(*value, into, name_of, last);
  }
  template <typename Enum>
  void word(std::string_view key, std::optional<Enum>& into, const char* (*name_of)(Enum), Enum last) {
    const auto value = need(key);
    if (value && !value->is(JsonKind::kNull)) read_name(*value, into.emplace(), name_of, last);
  }
  template <typename Fact>
  void facts(std::string_view key, std::vector<Fact>& into) {
    const auto value = need(key);
    if (!value) return;
    if (!value->is(JsonKind::kObject)) return add_wrong_kind(*value, "an object", errors_);
    for (const JsonValue& one : value->children()) into.push_back({one.key(), read_text(one, errors_).value_or("")});
  }
  template <typename Make>
  void derived(std::string_view key, const Make& /*make*/) {
    known_.push_back(key);
  }
  template <typename Write>
  void derived_json(std::string_view key, const Write& /*write_value*/) {
    known_.push_back(key);
  }
  bool has(std::string_view key) {
    return std::any_of(members_.begin(), members_.end(), [&](const JsonValue& one) { return one.key() == key; });
  }
  /// The member is there and can't be what it says.
  void refuse(std::string_view key, std::string_view why) {
    if (const auto value = find(key)) errors_.add(*value, why);
  }
  /// To be called last: what nobody asked for is an error.
  void finish() {
    for (const JsonValue& member : members_) {
      const std::string key = member.key();
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      errors_.add(member, fmt::format("unknown key \"{}\"{}", escape_bytes(key), did_you_mean(key, known_)));
    }
  }

  template <typename Value>
  void read(const JsonValue& value, Value& into) {
    if constexpr (std::is_same_v<Value, bool>) {
      into = read_boolean(value, errors_).value_or(false);
    } else if constexpr (std::is_floating_point_v<Value>) {
      if (!value.is(JsonKind::kNumber)) return add_wrong_kind(value, "a number", errors_);
      into = value.number();
    } else if constexpr (std::is_integral_v<Value>) {
      constexpr auto kMost = std::min(static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
                                      static_cast<std::uint64_t>(std::numeric_limits<Value>::max()));
      into = static_cast<Value>(read_integer(value, 0, static_cast<std::int64_t>(kMost), errors_).value_or(0));
    } else {
      FieldReader fields(value, errors_);
      if (fields.valid_) describe(fields, into);
      fields.finish();
    }
  }
  void read(const JsonValue& value, std::string& into) { into = read_text(value, errors_).value_or(""); }
  void read(const JsonValue& value, std::chrono::nanoseconds& into) {
    std::int64_t ns = 0;
    read(value, ns);
    into = std::chrono::nanoseconds(ns);
  }
  template <typename Value>
  void read(const JsonValue& value, std::vector<Value>& into) {
    into.clear();
    for (const JsonValue& element : read_array(value, errors_)) read(element, into.emplace_back());
  }

 private:
  std::optional<JsonValue> find(std::string_view key) {
    known_.push_back(key);
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const JsonValue& one) { return one.key() == key; });
    return found == members_.end() ? std::nullopt : std::optional(*found);
  }
  std::optional<JsonValue> need(std::string_view key) {
    auto found = find(key);
    if (!found && valid_) errors_.add(object_, fmt::format("needs \"{}\"", key));
    return found;
  }
  template <typename Enum>
  void read_name(const JsonValue& value, Enum& into, const char* (*name_of)(Enum), Enum last) {
    const auto name = read_text(value, errors_);
    if (!name) return;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
      if (*name != name_of(static_cast<Enum>(i))) continue;
      into = static_cast<Enum>(i);
      return;
    }
    errors_.add(value, fmt::format("\"{}\" is none of the words that may stand here", escape_bytes(*name)));
  }

  JsonValue object_;
  JsonErrors& errors_;
  bool valid_ = true;
  std::vector<JsonValue> members_;
  std::vector<std::string_view> known_;
};

}  // namespace httparity
