#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "import/import.h"
#include "import/losses.h"

namespace httparity {
namespace {

/// The parts of one line of the common or combined format.
struct LogLine {
  std::string request;
  int status = 0;
  std::string referer;
  std::string agent;
};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Takes a quoted part off the front of `rest`, with the escapes of httpd and nginx (\", \\, \n, \xHH) undone.
std::optional<std::string> take_quoted(std::string_view& rest) {
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.starts_with('"')) return std::nullopt;
  std::string text;
  for (std::size_t place = 1; place < rest.size(); ++place) {
    const char c = rest[place];
    if (c == '"') {
      rest.remove_prefix(place + 1);
      return text;
    }
    if (c != '\\' || place + 1 == rest.size()) {
      text += c;
      continue;
    }
    const char kind = rest[++place];
    if (kind == 'x' && place + 2 < rest.size() && hex_value(rest[place + 1]) >= 0 && hex_value(rest[place + 2]) >= 0) {
      text += static_cast<char>(hex_value(rest[place + 1]) * 16 + hex_value(rest[place + 2]));
      place += 2;
    } else {
      text += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return std::nullopt;
}

/// host ident user [moment] "request" status bytes "referer" "agent"
std::optional<LogLine> parse_line(std::string_view line) {
  const std::size_t moment = line.find("] \"");
  if (moment == std::string_view::npos || line.find('[') > moment) return std::nullopt;
  std::string_view rest = line.substr(moment + 2);
  LogLine parts;
  auto request = take_quoted(rest);
  if (!request || rest.size() < 4 || rest[0] != ' ') return std::nullopt;
  parts.request = std::move(*request);
  for (const char c : rest.substr(1, 3)) {
    if (c < '0' || c > '9') return std::nullopt;
    parts.status = parts.status * 10 + (c - '0');
  }
  rest.remove_prefix(4);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  parts.referer = take_quoted(rest).value_or("-");
  parts.agent = take_quoted(rest).value_or("-");
  return parts;
}

bool breaks_lines(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

/// Answers that depend on fields which no log keeps.
bool depends_on_lost_fields(int status) {
  return status == 206 || status == 304 || status == 401 || status == 406 || status == 412 || status == 416 ||
         status < 100;
}

class LogReader {
 public:
  explicit LogReader(const ImportOptions& options) : options_(options) {}

  void take(std::string_view line) {
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) return;
    const std::string where = fmt::format("line {}", number_);
    const auto parts = parse_line(line);
    if (!parts) {
      losses_.add("a line of no known format", where);
      return;
    }
    auto request = request_of(*parts, where);
    if (!request) return;
    if (import_.requests.size() == options_.requests) {
      losses_.add(fmt::format("a distinct request behind the first {}", options_.requests), where);
      return;
    }
    if (!seen_.insert(key_of(*request)).second) return;
    if (depends_on_lost_fields(parts->status)) {
      losses_.add("a status that depends on fields which a log doesn't keep: it is not required", where);
    } else {
      request->status = parts->status;
    }
    import_.requests.push_back(std::move(*request));
  }

  void too_long() {
    ++number_;
    losses_.add(fmt::format("a line of more than {} bytes", options_.line_bytes), fmt::format("line {}", number_));
  }

  Import take_all() && {
    import_.losses = std::move(losses_).take();
    if (!import_.requests.empty()) {
      import_.losses.insert(import_.losses.begin(),
                            {"", fmt::format("a log keeps no Host: \"{}\" is sent", escape_bytes(options_.host))});
    }
    return std::move(import_);
  }

 private:
  std::optional<ImportedRequest> request_of(const LogLine& parts, const std::string& where) {
    const std::size_t first = parts.request.find(' ');
    const std::size_t last = parts.request.rfind(' ');
    if (first == std::string::npos || first == last || first == 0 || breaks_lines(parts.request)) {
      losses_.add("a request that is no request line", where);
      return std::nullopt;
    }
    ImportedRequest request;
    request.method = parts.request.substr(0, first);
    request.target = parts.request.substr(first + 1, last - first - 1);
    if (request.method != "GET" && request.method != "HEAD" && request.method != "OPTIONS") {
      losses_.add(fmt::format("a {} request, whose body a log doesn't keep", escape_bytes(request.method)), where);
      return std::nullopt;
    }
    if (!request.target.starts_with('/') && request.target != "*") {
      losses_.add("a request target that is no path", where);
      return std::nullopt;
    }
    request.fields.emplace_back("Host", options_.host);
    if (parts.agent != "-" && !breaks_lines(parts.agent)) request.fields.emplace_back("User-Agent", parts.agent);
    if (parts.referer != "-" && !breaks_lines(parts.referer)) request.fields.emplace_back("Referer", parts.referer);
    return request;
  }

  static std::string key_of(const ImportedRequest& request) {
    std::string key = request.method + " " + request.target;
    for (const auto& [name, value] : request.fields) key += "\n" + name + ": " + value;
    return key;
  }

  const ImportOptions& options_;
  Import import_;
  LossCounter losses_;
  std::set<std::string> seen_;
  std::size_t number_ = 0;
};

}  // namespace

Import parse_log(std::string_view text, const ImportOptions& options) {
  LogReader reader(options);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > options.line_bytes) {
      reader.too_long();
    } else {
      reader.take(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader).take_all();
}

Result<Import> import_log(const std::string& path, const ImportOptions& options) {
  LogReader reader(options);
  const auto read = for_each_line(path, options.line_bytes, [&reader](std::optional<std::string_view> line) {
    if (line) {
      reader.take(*line);
    } else {
      reader.too_long();
    }
  });
  if (!read) return read.error();
  return std::move(reader).take_all();
}

}  // namespace httparity
