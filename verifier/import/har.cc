#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/base64.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/import.h"
#include "import/losses.h"

namespace httparity {
namespace {

std::optional<JsonValue> member(const JsonValue& object, std::string_view key) {
  if (!object.is(JsonKind::kObject)) return std::nullopt;
  for (const JsonValue& value : object.children()) {
    if (value.key() == key) return value;
  }
  return std::nullopt;
}

std::string text_of(const std::optional<JsonValue>& object, std::string_view key) {
  const auto value = object ? member(*object, key) : std::nullopt;
  return value && value->is(JsonKind::kString) ? value->text() : "";
}

std::vector<JsonValue> elements(const std::optional<JsonValue>& object, std::string_view key) {
  const auto array = object ? member(*object, key) : std::nullopt;
  return array && array->is(JsonKind::kArray) ? array->children() : std::vector<JsonValue>();
}

/// The texts of the objects in /log/entries, one after the other, so that no tree of the whole file is made.
class EntryTexts {
 public:
  explicit EntryTexts(std::string_view text) : text_(text), scanner_(text) {}

  /// The next entry; nullopt at the end, or where the text goes wrong (then `error` says how).
  std::optional<std::string_view> next() {
    while (true) {
      const JsonToken token = scanner_.next();
      if (token == JsonToken::kEnd) return std::nullopt;
      if (token == JsonToken::kError) {
        error_ = scanner_.error();
        return std::nullopt;
      }
      if (auto entry = take(token)) return entry;
    }
  }

  const std::string& error() const { return error_; }
  std::size_t error_offset() const { return scanner_.begin(); }
  bool saw_entries() const { return saw_entries_; }

 private:
  std::optional<std::string_view> take(JsonToken token) {
    switch (token) {
      case JsonToken::kKey:
        if (depth_ == 1) in_log_ = json_unescape(scanner_.token()) == "log";
        if (depth_ == 2) at_entries_ = in_log_ && json_unescape(scanner_.token()) == "entries";
        break;
      case JsonToken::kBeginArray:
      case JsonToken::kBeginObject:
        if (depth_ == 2 && at_entries_ && token == JsonToken::kBeginArray) in_entries_ = saw_entries_ = true;
        if (depth_ == 3 && in_entries_) begin_ = scanner_.begin();
        ++depth_;
        break;
      case JsonToken::kEndArray:
      case JsonToken::kEndObject:
        --depth_;
        if (depth_ == 2) in_entries_ = false;
        if (depth_ == 3 && in_entries_) return text_.substr(begin_, scanner_.end() - begin_);
        break;
      default:
        break;
    }
    return std::nullopt;
  }

  std::string_view text_;
  JsonScanner scanner_;
  std::size_t depth_ = 0;
  std::size_t begin_ = 0;
  bool in_log_ = false;
  bool at_entries_ = false;
  bool in_entries_ = false;
  bool saw_entries_ = false;
  std::string error_;
};

/// Bytes of a text that HAR holds as Unicode: each code point a byte, or UTF-8 where one is higher.
std::string bytes_of(const std::string& text) {
  return latin1_bytes(text).value_or(text);
}

bool breaks_lines(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

class HarReader {
 public:
  explicit HarReader(const ImportOptions& options) : options_(options), origin_(options.origin) {}

  void take(const JsonValue& entry, std::size_t number) {
    const std::string where = fmt::format("entry {}", number);
    const auto request = member(entry, "request");
    const auto url = split_url(text_of(request, "url"));
    if (!url) {
      losses_.add("a request without an http or https URL", where);
      return;
    }
    if (!origin_) origin_ = url->origin;
    if (url->origin != *origin_) {
      losses_.add(fmt::format("a request to another origin, {}", escape_bytes(url->origin)), where);
      return;
    }
    if (import_.requests.size() == options_.requests) {
      losses_.add(fmt::format("a request behind the first {}", options_.requests), where);
      return;
    }
    ImportedRequest imported;
    imported.method = bytes_of(text_of(request, "method"));
    imported.target = bytes_of(url->target);
    if (imported.method.empty() || imported.method.find(' ') != std::string::npos || breaks_lines(imported.method) ||
        breaks_lines(imported.target)) {
      losses_.add("a request whose method or target no request line can hold", where);
      return;
    }
    note_version(text_of(request, "httpVersion"), where);
    imported.body = read_body(request, where);
    read_fields(request, *url, where, imported);
    read_answer(member(entry, "response"), imported);
    import_.requests.push_back(std::move(imported));
  }

  void lose(const std::string& what, std::size_t number) { losses_.add(what, fmt::format("entry {}", number)); }

  Import take_all() && {
    import_.losses = std::move(losses_).take();
    return std::move(import_);
  }

 private:
  void note_version(const std::string& version, const std::string& where) {
    const std::string name = lower(version);
    if (!name.empty() && name != "http/1.1") {
      losses_.add(fmt::format("the version {}: the request is sent as HTTP/1.1", escape_bytes(version)), where);
    }
  }

  std::optional<std::string> read_body(const std::optional<JsonValue>& request, const std::string& where) {
    const auto data = request ? member(*request, "postData") : std::nullopt;
    if (!data || !data->is(JsonKind::kObject)) return std::nullopt;
    const std::string text = text_of(data, "text");
    if (text_of(data, "encoding") == "base64") {
      if (auto bytes = decode_base64(text)) return bytes;
    }
    if (text.empty() && !elements(data, "params").empty()) {
      losses_.add("a body that is kept as parameters only, not as its bytes", where);
      return std::nullopt;
    }
    return text;
  }

  /// Whether a field's value is the capture's own business and not the contract's.
  bool is_left_out(const std::string& name, const std::string& value, const ImportedRequest& imported,
                   const std::string& where) {
    if (name.starts_with(':')) return true;  // of HTTP/2; Host stands for :authority
    if (equal_ignoring_case(name, "Transfer-Encoding")) {
      losses_.add("a Transfer-Encoding: HAR keeps the body without its chunks", where);
      return true;
    }
    if (equal_ignoring_case(name, "Content-Length") && imported.body &&
        value != std::to_string(imported.body->size())) {
      losses_.add("a Content-Length that is not its body's: the body's is sent", where);
      return true;
    }
    if (name.empty() || breaks_lines(name) || breaks_lines(value)) {
      losses_.add("a field that no field line can hold", where);
      return true;
    }
    return false;
  }

  void read_fields(const std::optional<JsonValue>& request, const UrlParts& url, const std::string& where,
                   ImportedRequest& imported) {
    bool has_host = false;
    for (const JsonValue& field : elements(request, "headers")) {
      const std::string name = bytes_of(text_of(field, "name"));
      const std::string value = bytes_of(text_of(field, "value"));
      if (is_left_out(name, value, imported, where)) continue;
      has_host = has_host || equal_ignoring_case(name, "Host");
      if (equal_ignoring_case(name, "Authorization")) {
        losses_.add("carries its Authorization field as it is: see that no secret is given away", where);
      }
      if (equal_ignoring_case(name, "Cookie")) {
        imported.cookies_from_jar = all_set_before(value);
        if (!imported.cookies_from_jar) {
          losses_.add("carries cookies that no answer before it has set: see that no secret is given away", where);
        }
      }
      imported.fields.emplace_back(name, value);
    }
    if (!has_host) imported.fields.insert(imported.fields.begin(), {"Host", url.authority});
  }

  bool all_set_before(std::string_view cookies) const {
    while (!cookies.empty()) {
      const std::size_t end = std::min(cookies.find(';'), cookies.size());
      std::string_view name = cookies.substr(0, std::min(cookies.find('='), end));
      while (name.starts_with(' ')) name.remove_prefix(1);
      if (!set_names_.contains(name)) return false;
      cookies.remove_prefix(std::min(end + 1, cookies.size()));
    }
    return true;
  }

  void read_answer(const std::optional<JsonValue>& response, ImportedRequest& imported) {
    const auto status = response ? member(*response, "status") : std::nullopt;
    if (status && status->is(JsonKind::kNumber)) {
      const auto code = status->integer();
      if (code && *code >= 100 && *code <= 999) imported.status = static_cast<int>(*code);
    }
    for (const JsonValue& field : elements(response, "headers")) {
      if (!equal_ignoring_case(text_of(field, "name"), "Set-Cookie")) continue;
      // Some browsers join several of them with a line end.
      const std::string all = text_of(field, "value");
      for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        set_names_.insert(all.substr(begin, std::min(all.find('=', begin), end) - begin));
        begin = end + 1;
      }
    }
  }

  const ImportOptions& options_;
  std::optional<std::string> origin_;
  Import import_;
  LossCounter losses_;
  std::set<std::string, std::less<>> set_names_;
};

}  // namespace

Result<Import> parse_har(std::string_view text, const std::string& path, const ImportOptions& options) {
  // A byte order mark is common in HAR files, and RFC 8259, section 8.1 lets a reader pass over it.
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  EntryTexts entries(text);
  HarReader reader(options);
  std::size_t number = 0;
  while (const auto entry = entries.next()) {
    JsonErrors errors(path);
    const auto document = JsonDocument::parse(std::string(*entry), errors);
    if (document && document->root().is(JsonKind::kObject)) {
      reader.take(document->root(), ++number);
    } else {
      reader.lose("an entry that can't be read", ++number);
    }
  }
  if (!entries.error().empty()) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(entries.error_offset()), '\n');
    return Error{fmt::format("{}:{}: {}", escape_bytes(path), line, entries.error())};
  }
  if (!entries.saw_entries()) return Error{fmt::format("{}:1: is no HAR: needs /log/entries", escape_bytes(path))};
  return std::move(reader).take_all();
}

Result<Import> import_har(const std::string& path, const ImportOptions& options) {
  const auto text = read_file(path, options.bytes);
  if (!text) return text.error();
  return parse_har(*text, path, options);
}

}  // namespace httparity
