#include <fmt/format.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/import.h"

namespace httparity {
namespace {

/// `text` as a template that stands for itself.
std::string without_names(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '{' ? std::string("{{") : std::string(1, c);
  return out;
}

void write_fields(JsonWriter& json, const ImportedRequest& request) {
  json.key("headers").begin_array();
  for (const auto& [name, value] : request.fields) {
    json.begin_array();
    json.bytes(name);
    if (request.cookies_from_jar && equal_ignoring_case(name, "Cookie")) {
      json.bytes("{cookies}");
    } else {
      json.bytes(without_names(value));
    }
    json.end_array();
  }
  json.end_array();
}

void write_body(JsonWriter& json, const std::string& body) {
  json.key("body").begin_object();
  if (is_utf8(body)) {
    json.key("text").text(without_names(body));
  } else {
    json.key("base64").base64(body);
  }
  json.end_object();
}

void write_step(JsonWriter& json, const ImportedRequest& request, std::size_t number) {
  constexpr std::size_t kShown = 60;
  json.begin_object();
  json.key("name").text(fmt::format("{} {} {}", number, escape_bytes(request.method),
                                    escape_bytes(std::string_view(request.target).substr(0, kShown))));
  json.key("request").begin_object();
  json.key("method").bytes(request.method);
  json.key("target").bytes(without_names(request.target));
  write_fields(json, request);
  if (request.body) write_body(json, *request.body);
  json.end_object();
  if (request.status) {
    json.key("require").begin_object();
    json.key("status").number(std::int64_t{*request.status});
    json.end_object();
  }
  json.end_object();
}

}  // namespace

std::string render_contract(const Import& import, std::string_view name) {
  JsonWriter json;
  json.begin_object();
  json.key("httparity").number(std::int64_t{1});
  json.key("name").text(name);
  json.key("masks").begin_array();
  json.begin_object();
  json.key("header").text("Date");
  json.key("type").text("http-date");
  json.key("why").text("clock");
  json.end_object();
  json.end_array();
  json.key("scenarios").begin_array();
  json.begin_object();
  json.key("name").text("imported");
  json.key("steps").begin_array();
  std::size_t number = 0;
  for (const ImportedRequest& request : import.requests) write_step(json, request, ++number);
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  return std::move(json).take();
}

}  // namespace httparity
