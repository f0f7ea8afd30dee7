#include "recording/recorded_json.h"

#include <fmt/format.h>

#include "base/json_read.h"
#include "base/json_writer.h"
#include "recording/safe_file_name.h"

namespace httparity {
namespace {

constexpr std::int64_t kFormatVersion = 1;

void write_file_entry(JsonWriter& json, std::string_view key, const std::string& file, const std::string& sha256) {
  json.key(key).begin_object();
  json.key("file").text(file);
  json.key("sha256").text(sha256);
  json.end_object();
}

void read_file_entry(const JsonObject& step, std::string_view key, const std::string& expected, std::string& file,
                     std::string& sha256, JsonErrors& errors) {
  const auto value = step.need(key);
  if (!value) return;
  const JsonObject entry(*value, {"file", "sha256"}, errors);
  if (const auto name = entry.need("file")) {
    file = read_text(*name, errors).value_or("");
    if (file != expected) errors.add(*name, fmt::format("must be \"{}\": record again", expected));
  }
  if (const auto digest = entry.need("sha256")) sha256 = read_some_text(*digest, errors).value_or("");
}

RecordedEntry read_entry(const JsonValue& value, std::size_t index, JsonErrors& errors) {
  RecordedEntry entry;
  const JsonObject step(value, {"name", "request", "response", "fate"}, errors);
  if (const auto name = step.need("name")) entry.name = read_text(*name, errors).value_or("");
  const std::string stem = step_file_stem(index, entry.name);
  read_file_entry(step, "request", stem + ".request", entry.request_file, entry.request_sha256, errors);
  read_file_entry(step, "response", stem + ".response", entry.response_file, entry.response_sha256, errors);
  if (const auto fate = step.need("fate")) {
    const std::string word = read_word(*fate, {"open", "fin", "cut", "rst", "stall"}, errors).value_or("");
    for (const Fate known : {Fate::kOpen, Fate::kFin, Fate::kCut, Fate::kRst, Fate::kStall}) {
      if (word == fate_name(known)) entry.fate = known;
    }
  }
  return entry;
}

}  // namespace

std::string step_file_stem(std::size_t index, std::string_view step) {
  return fmt::format("{:02}-{}", index + 1, safe_file_name(step));
}

std::string write_recorded_json(const RecordedList& list) {
  JsonWriter json;
  json.begin_object();
  json.key("httparity_recording").number(kFormatVersion);
  json.key("reference").text(list.reference);
  json.key("moment").text(list.moment);
  json.key("steps").begin_array();
  for (const RecordedEntry& entry : list.steps) {
    json.begin_object();
    json.key("name").text(entry.name);
    write_file_entry(json, "request", entry.request_file, entry.request_sha256);
    write_file_entry(json, "response", entry.response_file, entry.response_sha256);
    json.key("fate").text(fate_name(entry.fate));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return std::move(json).take();
}

Result<RecordedList> read_recorded_json(std::string_view text, const std::string& file) {
  JsonErrors errors(file);
  RecordedList list;
  if (const auto document = JsonDocument::parse(std::string(text), errors)) {
    const JsonObject root(document->root(), {"httparity_recording", "reference", "moment", "steps"}, errors);
    if (const auto version = root.need("httparity_recording")) {
      read_integer(*version, kFormatVersion, kFormatVersion, errors);
    }
    if (const auto reference = root.need("reference")) list.reference = read_text(*reference, errors).value_or("");
    if (const auto moment = root.need("moment")) list.moment = read_text(*moment, errors).value_or("");
    if (const auto steps = root.need("steps")) {
      for (const JsonValue& step : read_array(*steps, errors)) {
        list.steps.push_back(read_entry(step, list.steps.size(), errors));
      }
    }
  }
  if (!errors.empty()) return errors.first();
  return list;
}

}  // namespace httparity
