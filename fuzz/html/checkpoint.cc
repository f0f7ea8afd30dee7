#include "fuzz/html/checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/json_read.h"
#include "base/json_writer.h"
#include "base/utf8.h"
#include "fuzz/html/pack.h"

namespace httparity::html {
namespace {

/// Numbers of 64 bits go as text: a JSON number is a double.
void put_number(JsonWriter& json, std::string_view key, std::uint64_t value) {
  json.key(key).text(std::to_string(value));
}

void put_input(JsonWriter& json, std::string_view key, const HtmlCase& input) {
  json.key(key).begin_object();
  json.key("data").bytes(input.data);
  json.key("context").text(to_string(input.context));
  json.key("scripting").boolean(input.scripting);
  json.key("quirks").boolean(input.quirks);
  json.end_object();
}

void put_finding(JsonWriter& json, const Finding& finding) {
  json.begin_object();
  json.key("key").bytes(finding.key);
  json.key("kind").number(static_cast<std::int64_t>(finding.kind));
  put_input(json, "minimal", finding.minimal);
  put_input(json, "first", finding.first);
  json.key("expected").bytes(finding.expected);
  json.key("actual").bytes(finding.actual);
  json.key("guilty").bytes(finding.guilty);
  json.key("mode").text(finding.mode);
  json.key("engine").text(finding.engine);
  put_number(json, "index", finding.index);
  put_number(json, "count", finding.count);
  put_number(json, "raw", finding.raw_signatures);
  json.key("messages").bytes(finding.messages);
  json.end_object();
}

void put_parser(JsonWriter& json, std::string_view key, const ParserInfo& parser) {
  json.key(key).begin_object();
  json.key("name").text(parser.name);
  json.key("version").text(parser.version);
  json.end_object();
}

void put_engines(JsonWriter& json, const std::vector<EngineReport>& engines) {
  json.key("engines").begin_array();
  for (const EngineReport& engine : engines) {
    json.begin_object();
    json.key("name").text(engine.name);
    put_number(json, "next", engine.next);
    put_number(json, "cases", engine.cases);
    put_number(json, "unsupported", engine.unsupported);
    put_number(json, "differences", engine.differences);
    json.end_object();
  }
  json.end_array();
}

void put_waiting(JsonWriter& json, const WaitingSlice& slice) {
  Packer packed;
  packed.slice(slice.result);
  json.begin_object();
  put_number(json, "engine", slice.engine);
  put_number(json, "from", slice.from);
  put_number(json, "count", slice.count);
  json.key("packed").bytes(packed.take());
  json.end_object();
}

/// Reads what the functions above wrote. Anything missing is an error of the file.
class Reader {
 public:
  explicit Reader(JsonErrors& errors) : errors_(errors) {}

  std::string bytes(const JsonObject& object, std::string_view key) {
    const auto value = object.need(key);
    return value ? read_bytes(*value, errors_).value_or("") : "";
  }
  std::string text(const JsonObject& object, std::string_view key) {
    const auto value = object.need(key);
    return value ? read_text(*value, errors_).value_or("") : "";
  }
  bool boolean(const JsonObject& object, std::string_view key) {
    const auto value = object.need(key);
    return value && read_boolean(*value, errors_).value_or(false);
  }
  std::uint64_t number(const JsonObject& object, std::string_view key) {
    return std::strtoull(text(object, key).c_str(), nullptr, 10);
  }
  HtmlCase input(const JsonObject& object, std::string_view key) {
    const auto value = object.need(key);
    if (!value) return {};
    const JsonObject inner(*value, {"data", "context", "scripting", "quirks"}, errors_);
    return {bytes(inner, "data"), parse_context(text(inner, "context")), boolean(inner, "scripting"),
            boolean(inner, "quirks")};
  }
  Finding finding(const JsonValue& value) {
    const JsonObject object(value,
                            {"key", "kind", "minimal", "first", "expected", "actual", "guilty", "mode", "engine",
                             "index", "count", "raw", "messages"},
                            errors_);
    Finding out;
    out.key = bytes(object, "key");
    out.id = finding_id(out.key);
    if (const auto kind = object.need("kind")) {
      out.kind =
          static_cast<VerdictKind>(read_integer(*kind, 0, static_cast<int>(VerdictKind::kFault), errors_).value_or(0));
    }
    out.minimal = input(object, "minimal");
    out.first = input(object, "first");
    out.expected = bytes(object, "expected");
    out.actual = bytes(object, "actual");
    out.guilty = bytes(object, "guilty");
    out.mode = text(object, "mode");
    out.engine = text(object, "engine");
    out.index = number(object, "index");
    out.count = number(object, "count");
    out.raw_signatures = number(object, "raw");
    out.messages = bytes(object, "messages");
    return out;
  }
  ParserInfo parser(const JsonObject& object, std::string_view key) {
    const auto value = object.need(key);
    if (!value) return {};
    const JsonObject inner(*value, {"name", "version"}, errors_);
    ParserInfo out;
    out.name = text(inner, "name");
    out.version = text(inner, "version");
    return out;
  }
  std::vector<EngineReport> engines(const JsonObject& object) {
    std::vector<EngineReport> out;
    if (const auto list = object.need("engines")) {
      for (const JsonValue& value : read_array(*list, errors_)) out.push_back(engine(value));
    }
    return out;
  }
  RunPart part(const JsonValue& value) {
    const JsonObject object(value, {"identity", "engines"}, errors_);
    return {bytes(object, "identity"), engines(object)};
  }
  WaitingSlice waiting(const JsonValue& value) {
    const JsonObject object(value, {"engine", "from", "count", "packed"}, errors_);
    WaitingSlice out{number(object, "engine"), number(object, "from"), number(object, "count"), {}};
    const std::string packed = bytes(object, "packed");
    Unpacker unpacker(packed);
    out.result = unpacker.slice();
    if (!unpacker.ok()) errors_.add(value, "\"packed\" is cut");
    return out;
  }
  EngineReport engine(const JsonValue& value) {
    const JsonObject object(value, {"name", "next", "cases", "unsupported", "differences"}, errors_);
    EngineReport out;
    out.name = text(object, "name");
    out.next = number(object, "next");
    out.cases = number(object, "cases");
    out.unsupported = number(object, "unsupported");
    out.differences = number(object, "differences");
    return out;
  }

 private:
  JsonErrors& errors_;
};

}  // namespace

std::string run_identity(const FuzzOptions& options, const ParserInfo& reference, const ParserInfo& port,
                         const std::vector<HtmlCase>& corpus) {
  std::string all;
  for (const HtmlCase& one : corpus) all += one.data + '\0';
  return fmt::format("{} {} | {} {} | seed {} | corpus {} | {}", reference.name, reference.version, port.name,
                     port.version, options.seed, hash_of(all), fmt::join(options.engines, ","));
}

std::string state_path(const std::string& folder) {
  return folder + "/state.json";
}

Result<Checkpoint> read_checkpoint(const std::string& path) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 30U;
  const Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) return text.error();
  return parse_checkpoint(*text, path);
}

std::string write_checkpoint(const Checkpoint& checkpoint) {
  JsonWriter json(JsonWriter::Style::kCompact);
  json.begin_object();
  json.key("httparity_fuzz_html").number(std::int64_t{1});
  json.key("identity").bytes(checkpoint.identity);
  json.key("reference").text(checkpoint.reference);
  json.key("port").text(checkpoint.port);
  put_parser(json, "reference_parser", checkpoint.reference_parser);
  put_parser(json, "port_parser", checkpoint.port_parser);
  put_engines(json, checkpoint.engines);
  json.key("reduced").begin_array();
  for (const auto& [hash, key] : checkpoint.reduced) json.text(std::to_string(hash) + ' ' + finding_id(key));
  json.end_array();
  json.key("pending").begin_array();
  for (const Finding& finding : checkpoint.pending) put_finding(json, finding);
  json.end_array();
  json.key("findings").begin_array();
  for (const auto& [key, finding] : checkpoint.findings) put_finding(json, finding);
  json.end_array();
  json.key("waiting").begin_array();
  for (const WaitingSlice& slice : checkpoint.waiting) put_waiting(json, slice);
  json.end_array();
  json.key("parts").begin_array();
  for (const RunPart& part : checkpoint.parts) {
    json.begin_object();
    json.key("identity").bytes(part.identity);
    put_engines(json, part.engines);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return std::move(json).take();
}

Result<Checkpoint> parse_checkpoint(std::string text, const std::string& name) {
  JsonErrors errors(name);
  Checkpoint out;
  const auto document = JsonDocument::parse(std::move(text), errors);
  if (document && errors.empty()) {
    Reader reader(errors);
    const JsonObject root(document->root(),
                          {"httparity_fuzz_html", "identity", "reference", "port", "reference_parser", "port_parser",
                           "engines", "reduced", "pending", "findings", "waiting", "parts"},
                          errors);
    if (const auto version = root.need("httparity_fuzz_html")) read_integer(*version, 1, 1, errors);
    out.identity = reader.bytes(root, "identity");
    out.reference = reader.text(root, "reference");
    out.port = reader.text(root, "port");
    out.reference_parser = reader.parser(root, "reference_parser");
    out.port_parser = reader.parser(root, "port_parser");
    out.engines = reader.engines(root);
    // A state of before there were any has none.
    if (const auto waiting = root.find("waiting")) {
      for (const JsonValue& value : read_array(*waiting, errors)) out.waiting.push_back(reader.waiting(value));
    }
    if (const auto parts = root.need("parts")) {
      for (const JsonValue& value : read_array(*parts, errors)) out.parts.push_back(reader.part(value));
    }
    if (const auto findings = root.need("findings")) {
      for (const JsonValue& value : read_array(*findings, errors)) {
        Finding finding = reader.finding(value);
        out.findings.emplace(finding.key, std::move(finding));
      }
    }
    if (const auto reduced = root.need("reduced")) {
      std::map<std::string, std::string> keys;
      for (const auto& [key, finding] : out.findings) keys[finding.id] = key;
      for (const JsonValue& value : read_array(*reduced, errors)) {
        const std::string pair = read_text(value, errors).value_or("");
        const auto known = keys.find(pair.substr(pair.find(' ') + 1));
        if (known != keys.end()) out.reduced[std::strtoull(pair.c_str(), nullptr, 10)] = known->second;
      }
    }
    if (const auto pending = root.need("pending")) {
      for (const JsonValue& value : read_array(*pending, errors)) out.pending.push_back(reader.finding(value));
    }
  }
  if (!errors.empty()) return errors.first();
  return out;
}

}  // namespace httparity::html
