#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace httparity {

/// One request of captured traffic, as far as a contract can carry it.
struct ImportedRequest {
  std::string method;
  std::string target;                                       ///< origin form, bytes
  std::vector<std::pair<std::string, std::string>> fields;  ///< bytes; Host among them
  bool cookies_from_jar = false;                            ///< its Cookie field is what the answers before it set
  std::optional<std::string> body;                          ///< bytes
  std::optional<int> status;                                ///< what was answered

  friend bool operator==(const ImportedRequest&, const ImportedRequest&) = default;
};

/// Something of the capture that the contract doesn't carry, or carries in another way.
struct ImportLoss {
  std::string where;  ///< "entry 3", "line 17"; empty: of the whole
  std::string what;

  friend bool operator==(const ImportLoss&, const ImportLoss&) = default;
};

/// What came of a capture, in its order.
struct Import {
  std::vector<ImportedRequest> requests;
  std::vector<ImportLoss> losses;
};

struct ImportOptions {
  /// `scheme://host[:port]`; requests elsewhere are losses. Without it: that of the first request.
  std::optional<std::string> origin = {};
  std::string host = "localhost";         ///< the Host field where a capture has none
  std::size_t requests = 10'000;          ///< at most; the rest is a loss
  std::size_t bytes = 512 * 1024 * 1024;  ///< of a capture that is read whole
  std::size_t line_bytes = 1024 * 1024;   ///< of one line of a log
};

/// A HAR 1.2 file: the requests to one origin, with what was answered as their `require`. HAR keeps no framing, and the
/// fields of HTTP/2 as names in lower case: both are said.
Result<Import> import_har(const std::string& path, const ImportOptions& options = {});
/// The same for HAR text; `path` names it in errors.
Result<Import> parse_har(std::string_view text, const std::string& path, const ImportOptions& options = {});

/// Commands of curl as browsers' "copy as cURL" writes them, one or more, in the words of a POSIX shell. A command with
/// an option that isn't known is a loss, never a guess.
Result<Import> import_curl(const std::string& path, const ImportOptions& options = {});
Import parse_curl(std::string_view text, const ImportOptions& options = {});

/// An access log in the common or combined format, read line by line: each distinct request once. A log keeps no
/// bodies, no Host and few fields: what can't be asked again is a loss, counted by its cause.
Result<Import> import_log(const std::string& path, const ImportOptions& options = {});
Import parse_log(std::string_view text, const ImportOptions& options = {});

/// A contract of one scenario that sends the requests in their order: JSON that read_contract takes.
std::string render_contract(const Import& import, std::string_view name);

/// A URL's parts; nullopt unless it is http or https with a host.
struct UrlParts {
  std::string origin;     ///< scheme and authority in lower case, without user and default port
  std::string authority;  ///< what a Host field says
  std::string target;     ///< path and query, `/` where there is none, without fragment
};
std::optional<UrlParts> split_url(std::string_view url);

}  // namespace httparity
