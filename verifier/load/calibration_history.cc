#include "load/calibration_history.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/json_read.h"
#include "base/json_writer.h"

namespace httparity {
namespace {

constexpr std::size_t kMaxFileBytes = 4 << 20;

}  // namespace

Result<CalibrationHistory> read_calibrations(const std::string& path) {
  CalibrationHistory out;
  if (!is_file(path)) return out;
  auto text = read_file(path, kMaxFileBytes);
  if (!text) return text.error();
  JsonErrors errors(path);
  const auto document = JsonDocument::parse(*std::move(text), errors);
  if (!document) return errors.first();
  const JsonObject root(document->root(), {"httparity_calibrations", "per_second"}, errors);
  if (const auto version = root.need("httparity_calibrations")) read_integer(*version, 1, 1, errors);
  if (const auto kinds = root.need("per_second")) {
    for (const JsonValue& kind : kinds->children()) {
      for (const JsonValue& value : read_array(kind, errors)) {
        if (value.is(JsonKind::kNumber) && value.number() > 0) {
          add_calibration(out, kind.key(), value.number());
        } else {
          errors.add(value, "must be a number above 0");
        }
      }
    }
  }
  if (!errors.empty()) return errors.first();
  return out;
}

void add_calibration(CalibrationHistory& history, const std::string& what, double per_second) {
  std::vector<double>& values = history[what];
  values.push_back(per_second);
  if (values.size() > kCalibrationsKept) values.erase(values.begin());
}

Result<void> write_calibrations(const std::string& path, const CalibrationHistory& history) {
  JsonWriter json;
  json.begin_object();
  json.key("httparity_calibrations").number(std::int64_t{1});
  json.key("per_second").begin_object();
  for (const auto& [what, values] : history) {
    json.key(what).begin_array();
    for (const double value : values) json.number(value);
    json.end_array();
  }
  json.end_object();
  json.end_object();
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  return write_file(path, std::move(json).take());
}

}  // namespace httparity
