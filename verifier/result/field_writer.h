#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json_writer.h"

namespace httparity {

// How a value becomes a JSON object and comes back, said once for both: a function
//
//     template <typename Fields>
//     void describe(Fields& fields, Of<Fields, LoadSecond>& second) {
//       fields("valid", second.valid);
//       fields.derived("mean_ns", [&] { return mean_of(second); });
//     }
//
// names the members in their order; FieldWriter writes what it finds there, FieldReader fills it in.

/// What `describe` gets: a value to read from, or one to fill in.
template <typename Fields, typename Value>
using Of = std::conditional_t<Fields::kReads, Value, const Value>;

/// A row of numbers, on one line.
using NumberRow = std::vector<std::uint64_t>;

/// Writes the members of one object.
class FieldWriter {
 public:
  static constexpr bool kReads = false;
  explicit FieldWriter(JsonWriter& json) : json_(json) {}

  template <typename Value>
  void operator()(std::string_view key, const Value& value) {
    json_.key(key);
    write(value);
  }
  /// Left out where there is none.
  template <typename Value>
  void operator()(std::string_view key, const std::optional<Value>& value) {
    if (value) (*this)(key, *value);
  }
  void unless_empty(std::string_view key, const std::string& utf8) {
    if (!utf8.empty()) (*this)(key, utf8);
  }
  /// Each byte as the code point of its value.
  void bytes(std::string_view key, const std::string& value) { json_.key(key).bytes(value); }
  void base64(std::string_view key, const std::string& value) { json_.key(key).base64(value); }
  template <typename Enum>
  void word(std::string_view key, Enum value, const char* (*name_of)(Enum), Enum /*last*/) {
    json_.key(key).text(name_of(value));
  }
  /// Null where there is none.
  template <typename Enum>
  void word(std::string_view key, const std::optional<Enum>& value, const char* (*name_of)(Enum), Enum /*last*/) {
    json_.key(key);
    value ? json_.text(name_of(*value)) : json_.null();
  }
  /// One object of names and values, in their order.
  template <typename Fact>
  void facts(std::string_view key, const std::vector<Fact>& facts) {
    json_.key(key).begin_object();
    for (const Fact& fact : facts) json_.key(fact.name).text(fact.value);
    json_.end_object();
  }
  /// What follows from other members: a reader takes note that it may be there, and nothing more.
  template <typename Make>
  void derived(std::string_view key, const Make& make) {
    (*this)(key, make());
  }
  template <typename Write>
  void derived_json(std::string_view key, const Write& write_value) {
    json_.key(key);
    write_value(json_);
  }
  bool has(std::string_view /*key*/) const { return true; }
  void refuse(std::string_view /*key*/, std::string_view /*why*/) {}

  template <typename Value>
  void write(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      json_.boolean(value);
    } else if constexpr (std::is_floating_point_v<Value>) {
      json_.number(double{value});
    } else if constexpr (std::is_unsigned_v<Value>) {
      json_.number(std::uint64_t{value});
    } else if constexpr (std::is_integral_v<Value>) {
      json_.number(std::int64_t{value});
    } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
      json_.text(value);
    } else {
      json_.begin_object();
      describe(*this, value);
      json_.end_object();
    }
  }
  void write(std::chrono::nanoseconds value) { json_.number(std::int64_t{value.count()}); }
  void write(const NumberRow& row) { json_.row(row); }
  template <typename Value>
  void write(const std::optional<Value>& value) {
    value ? write(*value) : json_.null();
  }
  template <typename Value>
  void write(const std::vector<Value>& values) {
    json_.begin_array();
    for (const Value& value : values) write(value);
    json_.end_array();
  }

 private:
  JsonWriter& json_;
};

}  // namespace httparity
