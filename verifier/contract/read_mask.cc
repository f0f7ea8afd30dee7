#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "contract/json_pointer.h"
#include "contract/reading.h"

namespace httparity {
namespace {

constexpr std::int64_t kLongestValue = 1'000'000;
constexpr std::int64_t kMostOccurrences = 1'000'000;

std::vector<std::string> read_until(const JsonValue& value, JsonErrors& errors) {
  std::vector<std::string> ends;
  if (value.is(JsonKind::kString)) {
    if (auto end = read_some_bytes(value, errors)) ends.push_back(std::move(*end));
  } else if (value.is(JsonKind::kArray)) {
    for (const JsonValue& element : value.children()) {
      if (auto end = read_some_bytes(element, errors)) ends.push_back(std::move(*end));
    }
    if (value.children().empty()) errors.add(value, "must not be empty: leave it out to go on to the value's end");
  } else {
    add_wrong_kind(value, "a string or an array of strings", errors);
  }
  return ends;
}

std::optional<Selector> read_header_selector(const JsonObject& object, const JsonValue& name, JsonErrors& errors) {
  HeaderSelector selector;
  selector.name = read_some_bytes(name, errors).value_or("");
  if (const auto nth = object.find("nth")) {
    const auto number = read_integer(*nth, 0, kMostOccurrences, errors);
    if (number) selector.nth = static_cast<std::size_t>(*number);
  }
  if (const auto after = object.find("after")) selector.after = read_some_bytes(*after, errors);
  if (const auto until = object.find("until")) selector.until = read_until(*until, errors);
  return selector;
}

std::optional<Selector> read_body_selector(const JsonValue& value, JsonErrors& errors) {
  const JsonObject object(value, {"after", "until", "json"}, errors);
  if (const auto json = object.find("json")) {
    for (const char* other : {"after", "until"}) {
      if (const auto stray = object.find(other))
        errors.add(*stray, fmt::format("\"{}\" can't stand beside \"json\"", other));
    }
    const auto pointer = read_text(*json, errors);
    if (!pointer) return std::nullopt;
    if (!parse_json_pointer(*pointer)) {
      errors.add(*json, "must be a JSON pointer: empty, or \"/\" before each step, with ~0 for ~ and ~1 for /");
      return std::nullopt;
    }
    return JsonSelector{*pointer};
  }
  if (!object.valid()) return std::nullopt;
  const auto after = object.find("after");
  if (!after) {
    errors.add(value, "needs \"after\" or \"json\"");
    return std::nullopt;
  }
  BodySelector selector;
  selector.after = read_some_bytes(*after, errors).value_or("");
  if (const auto until = object.find("until")) selector.until = read_until(*until, errors);
  return selector;
}

std::optional<Selector> read_gzip_part(const JsonValue& value, JsonErrors& errors) {
  const auto word = read_word(value, {"mtime", "xfl", "os"}, errors);
  if (!word) return std::nullopt;
  return *word == "mtime" ? GzipPart::kMtime : *word == "xfl" ? GzipPart::kXfl : GzipPart::kOs;
}

/// What is selected: the one member of `ways` that is there, and what belongs to it.
std::optional<Selector> read_selector(const JsonObject& object, std::initializer_list<std::string_view> ways,
                                      JsonErrors& errors) {
  std::vector<JsonValue> found;
  std::string list;
  for (const std::string_view way : ways) {
    list += fmt::format("{}\"{}\"", list.empty() ? "" : way == *(ways.end() - 1) ? " or " : ", ", way);
    if (const auto value = object.find(way)) found.push_back(*value);
  }
  if (!object.valid()) return std::nullopt;
  if (found.size() != 1) {
    errors.add(object.value(), fmt::format("{} {}", found.empty() ? "needs" : "can have only one of", list));
    return std::nullopt;
  }
  const std::string way = found[0].key();
  if (way != "header") {
    for (const char* part : {"nth", "after", "until"}) {
      if (const auto stray = object.find(part)) {
        errors.add(*stray, fmt::format("\"{}\" stands beside \"header\", or inside \"body\"", part));
      }
    }
  }
  if (way == "header") return read_header_selector(object, found[0], errors);
  if (way == "body") return read_body_selector(found[0], errors);
  if (way == "gzip") return read_gzip_part(found[0], errors);
  if (read_word(found[0], {"chunk-borders"}, errors)) return ChunkBorders{};
  return std::nullopt;
}

std::optional<MaskType> read_type(const JsonValue& value, JsonErrors& errors) {
  const auto name = read_text(value, errors);
  if (!name) return std::nullopt;
  const auto type = mask_type_by_name(*name);
  if (!type) {
    const auto names = mask_type_names();
    errors.add(value, fmt::format("no mask type is called \"{}\"{}", escape_bytes(*name), did_you_mean(*name, names)));
  }
  return type;
}

void read_pattern(const JsonObject& object, Mask& mask, JsonErrors& errors) {
  const auto pattern = object.find("pattern");
  if (mask.type == MaskType::kRe2 && !pattern) errors.add(object.value(), "needs \"pattern\" with the type re2");
  if (!pattern) return;
  if (mask.type != MaskType::kRe2) {
    errors.add(*pattern, "\"pattern\" goes with the type re2 alone");
    return;
  }
  const auto text = read_some_bytes(*pattern, errors);
  if (!text) return;
  const auto compiled = compile_pattern(*text);
  if (compiled) {
    mask.pattern = *compiled;
  } else {
    errors.add(*pattern, fmt::format("is no RE2 pattern: {}", compiled.error().what));
  }
}

/// All that says how a selected value may differ.
void read_value_rules(const JsonObject& object, Mask& mask, JsonErrors& errors) {
  if (const auto type = object.need("type")) {
    const auto read = read_type(*type, errors);
    if (read) {
      mask.type = *read;
      read_pattern(object, mask, errors);
    }
  }
  if (const auto length = object.find("length")) {
    const auto bytes = read_integer(*length, 1, kLongestValue, errors);
    if (bytes) mask.length = static_cast<std::size_t>(*bytes);
  }
  if (const auto width = object.find("width")) {
    const auto word = read_word(*width, {"same", "any"}, errors);
    mask.any_width = word == "any";
    if (mask.any_width && mask.length) errors.add(*width, "can't be \"any\" where \"length\" fixes it: remove one");
  }
  if (const auto name = object.find("name")) mask.name = read_some_text(*name, errors).value_or("");
  if (const auto fresh = object.find("fresh")) mask.fresh = read_boolean(*fresh, errors).value_or(false);
}

}  // namespace

std::optional<Mask> read_mask(const JsonValue& value, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  const std::size_t errors_before = errors.size();
  const JsonObject object(value,
                          {"header", "nth", "after", "until", "body", "gzip", "framing", "type", "pattern", "length",
                           "width", "name", "fresh", "why"},
                          errors);
  Mask mask;
  mask.place = place_of(reader, value);
  if (const auto selector = read_selector(object, {"header", "body", "gzip", "framing"}, errors)) {
    mask.selector = *selector;
  }
  if (object.has("gzip") || object.has("framing")) {
    for (const char* rule : {"type", "pattern", "length", "width", "name", "fresh"}) {
      if (const auto stray = object.find(rule)) {
        errors.add(*stray, fmt::format("\"{}\" can't stand beside \"gzip\" or \"framing\": remove it", rule));
      }
    }
  } else {
    read_value_rules(object, mask, errors);
  }
  if (const auto why = object.need("why")) mask.why = read_some_text(*why, errors).value_or("");
  if (errors.size() > errors_before) return std::nullopt;
  return mask;
}

std::vector<Mask> read_masks(const JsonValue& value, ContractReader& reader) {
  std::vector<Mask> masks;
  for (const JsonValue& element : read_array(value, reader.errors)) {
    if (auto mask = read_mask(element, reader)) masks.push_back(std::move(*mask));
  }
  return masks;
}

std::vector<Capture> read_captures(const JsonValue& value, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  std::vector<Capture> captures;
  if (!value.is(JsonKind::kObject)) {
    add_wrong_kind(value, "an object", errors);
    return captures;
  }
  for (const JsonValue& member : value.children()) {
    std::string name = member.key();
    if (!is_variable_name(name)) {
      errors.add(member, "a capture's name is a letter or _, then letters, digits, _ and -");
    } else if (is_builtin_name(name)) {
      errors.add(member, fmt::format("\"{}\" has a meaning of its own: choose another name", name));
    }
    const JsonObject object(member, {"header", "nth", "after", "until", "body"}, errors);
    if (auto selector = read_selector(object, {"header", "body"}, errors)) {
      captures.push_back({std::move(name), std::move(*selector), place_of(reader, member)});
    }
  }
  return captures;
}

}  // namespace httparity
