#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session.h"

namespace room {

/// One request, and what the middleware found out about it on the way in.
struct Request {
  std::string method;
  std::string path;   // as sent, before any `?`
  std::string query;  // as sent, without the `?`
  int minor_version = 1;
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case, one entry each
  std::string body;

  std::string request_id;
  Session session;
  std::vector<std::string> cookies_to_set;  // Set-Cookie lines of the application, in order

  /// nullptr where the field is missing; `name` in lower case.
  const std::string* header(std::string_view name) const;
  /// Empty where the field is missing.
  std::string header_or_empty(std::string_view name) const;

  /// Adds a field line; a repeated name's values join with ", ", as Puma joins them.
  void add_field(std::string_view name, std::string_view value);

  bool is_get_or_head() const { return method == "GET" || method == "HEAD"; }
};

/// The value of a cookie in the Cookie field; the first of one name counts. nullopt where there is none.
std::optional<std::string> cookie(const Request& request, std::string_view name);

}  // namespace room
