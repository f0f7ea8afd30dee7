#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"
#include "contract/reading.h"

namespace httparity {
namespace {

constexpr std::string_view kLineBreakers("\r\n\0", 3);

/// Bytes that stay within their line; what breaks lines on purpose is a `raw` request.
std::optional<std::string> read_line_bytes(const JsonValue& value, JsonErrors& errors) {
  auto bytes = read_bytes(value, errors);
  if (bytes && bytes->find_first_of(kLineBreakers) != std::string::npos) {
    errors.add(value, "has a CR, LF or NUL: write the whole request as \"raw\" where that is meant");
    return std::nullopt;
  }
  return bytes;
}

std::optional<std::string> read_some_line_bytes(const JsonValue& value, JsonErrors& errors) {
  auto bytes = read_line_bytes(value, errors);
  if (!bytes || !bytes->empty()) return bytes;
  errors.add(value, "must not be empty");
  return std::nullopt;
}

std::shared_ptr<const std::string> read_body_file(const JsonValue& value, std::string& path, ContractReader& reader) {
  const auto name = read_some_text(value, reader.errors);
  if (!name) return nullptr;
  if (name->front() == '/' || name->find('\0') != std::string::npos) {
    reader.errors.add(value, "must be a path relative to the contract's folder");
    return nullptr;
  }
  path = reader.folder + *name;
  const auto known = reader.files.find(path);
  if (known != reader.files.end()) return known->second;
  auto bytes = read_file(path, reader.limits.body_file_bytes);
  auto content = bytes ? std::make_shared<const std::string>(*std::move(bytes)) : nullptr;
  if (!content) reader.errors.add(value, bytes.error().what);
  reader.files.emplace(path, content);
  return content;
}

std::optional<std::string> read_method(const JsonValue& value, JsonErrors& errors) {
  auto method = read_some_line_bytes(value, errors);
  if (method && method->find_first_of(" \t") != std::string::npos) {
    errors.add(value, "has a blank: write the whole request as \"raw\" where that is meant");
    return std::nullopt;
  }
  return method;
}

Template read_target(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  const auto target = read_some_line_bytes(value, reader.errors);
  return target ? checked_template(*target, TemplateUse::kTarget, names, value, reader) : Template();
}

auto named(std::string_view name) {
  return [name](const RequestField& field) { return equal_ignoring_case(field.name, name); };
}

void drop_fields(const JsonValue& value, std::string_view from, Request& request, JsonErrors& errors) {
  for (const JsonValue& element : read_array(value, errors)) {
    const auto name = read_some_bytes(element, errors);
    if (!name) continue;
    if (std::erase_if(request.fields, named(*name)) > 0) continue;
    std::vector<std::string_view> present;
    for (const RequestField& field : request.fields) present.push_back(field.name);
    errors.add(element, fmt::format("\"{}\" has no field \"{}\" to drop{}", escape_bytes(from), escape_bytes(*name),
                                    did_you_mean(*name, present)));
  }
}

/// The first field of that name takes the new spelling and value in its place, others of the name go.
void set_field(RequestField field, Request& request) {
  auto& fields = request.fields;
  const std::string name = field.name;
  const auto first = std::find_if(fields.begin(), fields.end(), named(name));
  if (first == fields.end()) {
    fields.push_back(std::move(field));
    return;
  }
  *first = std::move(field);
  fields.erase(std::remove_if(first + 1, fields.end(), named(name)), fields.end());
}

const Request* find_request(const std::vector<Step>& steps, std::string_view name) {
  for (const Step& step : steps) {
    const auto* request = std::get_if<Request>(&step.action);
    if (request != nullptr && step.name == name) return request;
  }
  return nullptr;
}

std::optional<Request> read_like(const JsonValue& like, const std::vector<Step>& earlier, ContractReader& reader) {
  const auto name = read_some_text(like, reader.errors);
  if (!name) return std::nullopt;
  const Request* found = find_request(earlier, *name);
  if (found == nullptr) {
    std::vector<std::string_view> names;
    for (const Step& step : earlier) {
      if (std::holds_alternative<Request>(step.action)) names.push_back(step.name);
    }
    reader.errors.add(like, fmt::format("no request before this one is called \"{}\"{}", escape_bytes(*name),
                                        did_you_mean(*name, names)));
    return std::nullopt;
  }
  if (found->raw) {
    reader.errors.add(like, fmt::format("\"{}\" is a raw request, which has no parts to change", escape_bytes(*name)));
    return std::nullopt;
  }
  return *found;
}

std::optional<Request> read_raw(const JsonObject& object, const JsonValue& raw, JsonErrors& errors) {
  for (const char* other : {"method", "target", "headers", "body", "like", "add", "set", "drop"}) {
    if (const auto stray = object.find(other))
      errors.add(*stray, fmt::format("\"{}\" can't stand beside \"raw\"", other));
  }
  Request request;
  request.raw = read_some_bytes(raw, errors);
  return request;
}

}  // namespace

std::optional<Body> read_body(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  const JsonObject object(value, {"text", "bytes", "base64", "file"}, errors);
  if (!object.valid()) return std::nullopt;
  std::vector<JsonValue> forms;
  for (const char* form : {"text", "bytes", "base64", "file"}) {
    if (const auto found = object.find(form)) forms.push_back(*found);
  }
  if (forms.size() != 1) {
    errors.add(value, fmt::format("{} \"text\", \"bytes\", \"base64\" or \"file\"",
                                  forms.empty() ? "needs" : "can have only one of"));
    return std::nullopt;
  }
  Body body;
  const std::string form = forms[0].key();
  if (form == "text") {
    const auto text = read_text(forms[0], errors);
    body.content = checked_template(text.value_or(""), TemplateUse::kText, names, forms[0], reader);
  } else if (form == "file") {
    body.content = read_body_file(forms[0], body.file, reader);
  } else if (form == "bytes") {
    body.content = std::make_shared<const std::string>(read_bytes(forms[0], errors).value_or(""));
  } else {
    const auto text = read_text(forms[0], errors);
    const auto bytes = decode_base64(text.value_or(""));
    if (text && !bytes) errors.add(forms[0], "is no base64 of RFC 4648, section 4, padded and on one line");
    body.content = std::make_shared<const std::string>(bytes.value_or(""));
  }
  return body;
}

std::vector<RequestField> read_fields(const JsonValue& value, const NamesInScope& names, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  std::vector<RequestField> fields;
  for (const JsonValue& element : read_array(value, errors)) {
    const auto pair = element.children();
    if (!element.is(JsonKind::kArray) || pair.size() != 2) {
      errors.add(element, "must be a field as an array of its name and its value, both strings");
      continue;
    }
    const auto name = read_some_line_bytes(pair[0], errors);
    const auto text = read_line_bytes(pair[1], errors);
    if (name && text) {
      fields.push_back({*name, checked_template(*text, TemplateUse::kField, names, pair[1], reader)});
    }
  }
  return fields;
}

std::optional<Request> read_request(const JsonValue& value, const std::vector<Step>& earlier, const NamesInScope& names,
                                    ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  const JsonObject object(value, {"method", "target", "headers", "body", "raw", "like", "add", "set", "drop"}, errors);
  if (!object.valid()) return std::nullopt;
  if (const auto raw = object.find("raw")) return read_raw(object, *raw, errors);

  Request request;
  const auto like = object.find("like");
  if (like) {
    auto model = read_like(*like, earlier, reader);
    if (!model) return std::nullopt;
    request = std::move(*model);
    if (const auto headers = object.find("headers")) {
      errors.add(*headers, "\"headers\" can't stand beside \"like\": change fields with \"add\", \"set\" and \"drop\"");
    }
    if (const auto drop = object.find("drop")) drop_fields(*drop, like->text(), request, errors);
    if (const auto set = object.find("set")) {
      for (RequestField& field : read_fields(*set, names, reader)) set_field(std::move(field), request);
    }
    if (const auto add = object.find("add")) {
      for (RequestField& field : read_fields(*add, names, reader)) request.fields.push_back(std::move(field));
    }
  } else {
    for (const char* change : {"add", "set", "drop"}) {
      if (const auto stray = object.find(change))
        errors.add(*stray, fmt::format("\"{}\" needs \"like\" beside it", change));
    }
    object.need("method");
    object.need("target");
    if (const auto headers = object.find("headers")) request.fields = read_fields(*headers, names, reader);
  }
  if (const auto method = object.find("method")) request.method = read_method(*method, errors).value_or("");
  if (const auto target = object.find("target")) request.target = read_target(*target, names, reader);
  if (const auto body = object.find("body")) request.body = read_body(*body, names, reader);
  return request;
}

}  // namespace httparity
