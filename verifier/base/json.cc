#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/text.h"

namespace httparity {
namespace {

std::string escape_pointer_segment(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

JsonKind kind_of(JsonToken token) {
  switch (token) {
    case JsonToken::kTrue:
    case JsonToken::kFalse:
      return JsonKind::kBoolean;
    case JsonToken::kNumber:
      return JsonKind::kNumber;
    case JsonToken::kString:
      return JsonKind::kString;
    case JsonToken::kBeginArray:
      return JsonKind::kArray;
    case JsonToken::kBeginObject:
      return JsonKind::kObject;
    default:
      return JsonKind::kNull;
  }
}

double parse_number(std::string_view token) {
  return std::strtod(std::string(token).c_str(), nullptr);
}

}  // namespace

const char* json_kind_name(JsonKind kind) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return "true or false";
    case JsonKind::kNumber:
      return "a number";
    case JsonKind::kString:
      return "a string";
    case JsonKind::kArray:
      return "an array";
    case JsonKind::kObject:
      return "an object";
  }
  return "";
}

void JsonErrors::add(const JsonValue& value, std::string_view why) {
  add(value.line(), value.pointer(), why);
}

void JsonErrors::add(int line, std::string_view pointer, std::string_view why) {
  errors_.push_back({line, Error{fmt::format("{}:{}: {}{}{}", escape_bytes(file_), line, escape_bytes(pointer),
                                             pointer.empty() ? "" : ": ", why)}});
}

std::vector<Error> JsonErrors::sorted() const {
  std::vector<Entry> entries = errors_;
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) { return x.line < y.line; });
  std::vector<Error> errors;
  errors.reserve(entries.size());
  for (Entry& entry : entries) errors.push_back(std::move(entry.error));
  return errors;
}

Error JsonErrors::first() const {
  Error error = sorted().front();
  if (size() > 1) error.what += fmt::format(" (and {} more)", size() - 1);
  return error;
}

/// Turns tokens into nodes.
class JsonDocument::Builder {
 public:
  Builder(JsonDocument& document, JsonErrors& errors, const JsonSyntax& syntax)
      : document_(document), errors_(errors), syntax_(syntax) {}

  bool build() {
    if (document_.text_.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
      errors_.add(1, "", "is larger than any file that is read here");
      return false;
    }
    JsonScanner scanner(document_.text_, syntax_);
    while (true) {
      const JsonToken token = scanner.next();
      count_lines(scanner.begin());
      switch (token) {
        case JsonToken::kEnd:
          return true;
        case JsonToken::kError:
          errors_.add(static_cast<int>(line_), pointer_here(), scanner.error());
          return false;
        case JsonToken::kKey:
          take_key(scanner);
          break;
        case JsonToken::kEndArray:
        case JsonToken::kEndObject:
          open_.pop_back();
          break;
        default:
          if (!take_value(token, scanner)) return false;
      }
    }
  }

 private:
  struct Open {
    std::uint32_t node;
    std::uint32_t last_child = 0;
    std::uint32_t children = 0;
    std::uint32_t key_begin = 0;
    std::uint32_t key_end = 0;
    std::unordered_set<std::string> keys;
  };

  void count_lines(std::size_t up_to) {
    const auto begin = document_.text_.begin();
    line_ += static_cast<std::uint32_t>(
        std::count(begin + static_cast<std::ptrdiff_t>(counted_), begin + static_cast<std::ptrdiff_t>(up_to), '\n'));
    counted_ = up_to;
  }

  std::string pointer_here() const {
    if (open_.empty()) return "";
    return JsonValue(&document_, open_.back().node).pointer();
  }

  void take_key(const JsonScanner& scanner) {
    Open& object = open_.back();
    object.key_begin = static_cast<std::uint32_t>(scanner.begin());
    object.key_end = static_cast<std::uint32_t>(scanner.end());
    std::string key = json_unescape(scanner.token());
    const auto inserted = object.keys.insert(key);
    if (inserted.second) return;
    errors_.add(static_cast<int>(line_), pointer_here(),
                fmt::format("has the key \"{}\" twice: remove one", escape_bytes(key)));
  }

  bool take_value(JsonToken token, const JsonScanner& scanner) {
    std::vector<Node>& nodes = document_.nodes_;
    if (nodes.size() == syntax_.max_values) {
      errors_.add(static_cast<int>(line_), pointer_here(), fmt::format("has more than {} values", syntax_.max_values));
      return false;
    }
    const auto place = static_cast<std::uint32_t>(nodes.size());
    Node node = {};
    node.begin = static_cast<std::uint32_t>(scanner.begin());
    node.end = static_cast<std::uint32_t>(scanner.end());
    node.line = line_;
    node.kind = kind_of(token);
    if (!open_.empty()) {
      Open& outer = open_.back();
      node.parent = outer.node;
      node.key_begin = nodes[outer.node].kind == JsonKind::kObject ? outer.key_begin : outer.children;
      node.key_end = nodes[outer.node].kind == JsonKind::kObject ? outer.key_end : 0;
      (outer.last_child == 0 ? nodes[outer.node].first_child : nodes[outer.last_child].next_sibling) = place;
      outer.last_child = place;
      ++outer.children;
    }
    nodes.push_back(node);
    if (node.kind == JsonKind::kArray || node.kind == JsonKind::kObject) open_.push_back({.node = place, .keys = {}});
    if (node.kind == JsonKind::kNumber && !std::isfinite(parse_number(scanner.token()))) {
      errors_.add(JsonValue(&document_, place), "is a number too large to be held");
      return false;
    }
    return true;
  }

  JsonDocument& document_;
  JsonErrors& errors_;
  JsonSyntax syntax_;
  std::vector<Open> open_;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

std::unique_ptr<const JsonDocument> JsonDocument::parse(std::string text, JsonErrors& errors, JsonSyntax syntax) {
  auto document = std::make_unique<JsonDocument>();
  document->text_ = std::move(text);
  if (!Builder(*document, errors, syntax).build()) return nullptr;
  return document;
}

std::string_view JsonDocument::token(const Node& node) const {
  return std::string_view(text_).substr(node.begin, node.end - node.begin);
}

JsonKind JsonValue::kind() const {
  return document_->nodes_[node_].kind;
}

int JsonValue::line() const {
  return static_cast<int>(document_->nodes_[node_].line);
}

std::string JsonValue::key() const {
  const auto& node = document_->nodes_[node_];
  return json_unescape(std::string_view(document_->text_).substr(node.key_begin, node.key_end - node.key_begin));
}

std::string JsonValue::pointer() const {
  std::vector<std::string> segments;
  for (JsonValue value = *this; value.node_ != 0; value.node_ = document_->nodes_[value.node_].parent) {
    const auto& node = document_->nodes_[value.node_];
    segments.push_back(node.key_end == 0 ? std::to_string(node.key_begin) : escape_pointer_segment(value.key()));
  }
  std::string pointer;
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) pointer += "/" + *segment;
  return pointer;
}

bool JsonValue::boolean() const {
  return document_->token(document_->nodes_[node_]) == "true";
}

double JsonValue::number() const {
  return parse_number(document_->token(document_->nodes_[node_]));
}

std::optional<std::int64_t> JsonValue::integer() const {
  const std::string_view token = document_->token(document_->nodes_[node_]);
  std::int64_t value = 0;
  const auto read = std::from_chars(token.data(), token.data() + token.size(), value);
  if (read.ec != std::errc() || read.ptr != token.data() + token.size()) return std::nullopt;
  return value;
}

std::string JsonValue::text() const {
  return json_unescape(document_->token(document_->nodes_[node_]));
}

std::vector<JsonValue> JsonValue::children() const {
  std::vector<JsonValue> values;
  for (std::uint32_t child = document_->nodes_[node_].first_child; child != 0;
       child = document_->nodes_[child].next_sibling) {
    values.push_back({document_, child});
  }
  return values;
}

}  // namespace httparity
