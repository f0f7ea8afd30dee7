#include <fmt/format.h>

#include <utility>

#include "contract/reading.h"

namespace httparity {
namespace {

constexpr std::int64_t kLongestWaitMs = 600'000;
constexpr std::int64_t kLargestWeight = 1'000'000;
constexpr std::int64_t kLargestRequest = 1'000'000'000;

std::optional<Run> read_run(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  Run run;
  const auto elements = read_array(value, reader.errors);
  if (value.is(JsonKind::kArray) && elements.empty()) reader.errors.add(value, "must not be empty: needs a program");
  for (const JsonValue& element : elements) {
    const auto text = read_text(element, reader.errors);
    if (!text) continue;
    if (text->find('\0') != std::string::npos) reader.errors.add(element, "has a NUL, which no argument can hold");
    run.arguments.push_back(checked_template(*text, TemplateUse::kRun, names, element, reader));
  }
  return run;
}

WriteCuts read_write(const JsonValue& value, JsonErrors& errors) {
  WriteCuts cuts;
  if (value.is(JsonKind::kString)) {
    const auto word = read_word(value, {"whole", "bytes"}, errors);
    if (word == "bytes") cuts.kind = WriteCuts::Kind::kBytes;
    return cuts;
  }
  if (!value.is(JsonKind::kArray)) {
    add_wrong_kind(value, "\"whole\", \"bytes\" or an array of offsets", errors);
    return cuts;
  }
  cuts.kind = WriteCuts::Kind::kOffsets;
  if (value.children().empty()) errors.add(value, "must not be empty: \"whole\" cuts nowhere");
  for (const JsonValue& element : value.children()) {
    const auto offset = read_integer(element, 1, kLargestRequest, errors);
    if (!offset) continue;
    if (!cuts.offsets.empty() && static_cast<std::size_t>(*offset) <= cuts.offsets.back()) {
      errors.add(element, "must be greater than the offset before it");
      continue;
    }
    cuts.offsets.push_back(static_cast<std::size_t>(*offset));
  }
  return cuts;
}

SlowRead read_slow_read(const JsonValue& value, JsonErrors& errors) {
  SlowRead slow;
  const JsonObject object(value, {"bytes", "every_ms"}, errors);
  if (const auto bytes = object.need("bytes")) {
    slow.bytes = static_cast<std::size_t>(read_integer(*bytes, 1, kLargestRequest, errors).value_or(1));
  }
  if (const auto every = object.need("every_ms")) {
    slow.interval = std::chrono::milliseconds(read_integer(*every, 1, kLongestWaitMs, errors).value_or(1));
  }
  return slow;
}

Require read_require(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  Require require;
  const JsonObject object(value, {"status", "headers", "body"}, reader.errors);
  if (const auto status = object.find("status")) {
    const auto code = read_integer(*status, 100, 999, reader.errors);
    if (code) require.status = static_cast<int>(*code);
  }
  if (const auto headers = object.find("headers")) require.fields = read_fields(*headers, names, reader);
  if (const auto body = object.find("body")) require.body = read_body(*body, names, reader);
  if (object.valid() && value.children().empty()) {
    reader.errors.add(value, "requires nothing: needs \"status\", \"headers\" or \"body\"");
  }
  return require;
}

LoadMark read_load(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  LoadMark load;
  const JsonObject object(value, {"weight", "profile", "audit", "alternative_of"}, reader.errors);
  if (const auto weight = object.find("weight")) {
    load.weight = static_cast<std::size_t>(read_integer(*weight, 1, kLargestWeight, reader.errors).value_or(1));
  }
  if (const auto profile = object.find("profile")) load.profile = read_some_text(*profile, reader.errors).value_or("");
  if (const auto audit = object.find("audit")) load.audit = read_run(*audit, names, reader)->arguments;
  if (const auto other = object.find("alternative_of")) {
    load.alternative_of = read_some_text(*other, reader.errors).value_or("");
    for (const char* key : {"weight", "profile", "audit"}) {
      if (object.find(key)) {
        reader.errors.add(*other, fmt::format("can't stand beside \"{}\": that is its template's", key));
      }
    }
  }
  return load;
}

bool read_flag(const JsonObject& object, std::string_view key, JsonErrors& errors) {
  const auto value = object.find(key);
  return value && read_boolean(*value, errors).value_or(false);
}

/// All that stands beside `request`.
void read_request_step(const JsonObject& object, const NamesInScope& names, Step& step, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  if (const auto require = object.find("require")) step.require = read_require(*require, names, reader);
  if (const auto capture = object.find("capture")) step.captures = read_captures(*capture, reader);
  for (const Capture& capture : step.captures) {
    if (names.axes.contains(capture.name)) {
      errors.add(*object.find("capture"),
                 fmt::format("\"{}\" is an axis of the matrix: choose another name", capture.name));
    }
  }
  if (const auto masks = object.find("masks")) step.masks = read_masks(*masks, reader);
  if (const auto actor = object.find("actor")) step.actor = read_some_text(*actor, errors).value_or("");
  if (const auto connection = object.find("connection")) {
    step.new_connection = read_word(*connection, {"keep", "new"}, errors) == "new";
  }
  if (const auto write = object.find("write")) step.write = read_write(*write, errors);
  if (const auto read = object.find("read")) step.read = read_slow_read(*read, errors);
  step.pipeline = read_flag(object, "pipeline", errors);
  step.expect_close = read_flag(object, "expect_close", errors);
  if (const auto load = object.find("load")) {
    step.load = read_load(*load, names, reader);
    for (const char* key : {"write", "read", "pipeline"}) {
      if (object.find(key)) {
        errors.add(*load,
                   fmt::format("can't stand beside \"{}\": under load a request is sent whole and read at once", key));
      }
    }
  }
}

}  // namespace

std::optional<Step> read_step(const JsonValue& value, const std::vector<Step>& earlier, const NamesInScope& names,
                              ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  const JsonObject object(value,
                          {"name", "request", "run", "wait_ms", "require", "capture", "masks", "actor", "connection",
                           "write", "read", "pipeline", "expect_close", "load"},
                          errors);
  if (!object.valid()) return std::nullopt;
  Step step;
  step.place = place_of(reader, value);
  const auto request = object.find("request");
  const auto run = object.find("run");
  const auto wait = object.find("wait_ms");
  const int actions = (request ? 1 : 0) + (run ? 1 : 0) + (wait ? 1 : 0);
  if (actions != 1) {
    errors.add(value,
               fmt::format("{} \"request\", \"run\" or \"wait_ms\"", actions == 0 ? "needs" : "can have only one of"));
    return std::nullopt;
  }
  if (request) {
    if (const auto name = object.need("name")) step.name = read_some_text(*name, errors).value_or("");
    auto read = read_request(*request, earlier, names, reader);
    read_request_step(object, names, step, reader);
    // A step without its request stays in the scenario, so that "like" and captures behind it aren't errors too.
    step.action = read ? std::move(*read) : Request();
    return step;
  }
  for (const char* key :
       {"require", "capture", "masks", "actor", "connection", "write", "read", "pipeline", "expect_close", "load"}) {
    if (const auto stray = object.find(key))
      errors.add(*stray, fmt::format("\"{}\" stands beside \"request\" only", key));
  }
  step.name = run ? "run" : "wait";
  if (const auto name = object.find("name")) step.name = read_some_text(*name, errors).value_or("");
  if (run) {
    step.action = read_run(*run, names, reader).value_or(Run());
  } else {
    step.action = Wait{std::chrono::milliseconds(read_integer(*wait, 0, kLongestWaitMs, errors).value_or(0))};
  }
  return step;
}

}  // namespace httparity
