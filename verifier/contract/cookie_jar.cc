#include "contract/cookie_jar.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "contract/cookie_date.h"

namespace httparity {
namespace {

using Time = std::chrono::system_clock::time_point;

/// More cookies than any client keeps for one host: a peer can't make the jar grow without end.
constexpr std::size_t kMostCookies = 1000;
constexpr std::int64_t kLongestAgeSeconds = std::int64_t{400} * 24 * 3600;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The path of a request target in origin or absolute form (RFC 9112, section 3.2), without its query.
std::string_view path_of(std::string_view target) {
  if (!target.starts_with('/')) {
    const std::size_t authority = target.find("://");
    if (authority == std::string_view::npos) return "";
    target.remove_prefix(authority + 3);
    target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
  }
  return target.substr(0, target.find('?'));
}

/// RFC 6265, section 5.1.4.
std::string default_path(std::string_view target) {
  const std::string_view path = path_of(target);
  const std::size_t slash = path.rfind('/');
  if (path.empty() || path.front() != '/' || slash == 0) return "/";
  return std::string(path.substr(0, slash));
}

bool path_matches(std::string_view path, std::string_view cookie_path) {
  if (!path.starts_with(cookie_path)) return false;
  return path.size() == cookie_path.size() || cookie_path.ends_with('/') || path[cookie_path.size()] == '/';
}

/// RFC 6265, section 5.2.2; at most 400 days, as RFC 6265bis has it.
std::optional<Time> expiry_of_age(std::string_view text, Time now) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() && !negative) return std::nullopt;
  std::int64_t seconds = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    seconds = std::min(seconds * 10 + (c - '0'), kLongestAgeSeconds);
  }
  if (negative || seconds == 0) return Time::min();
  return now + std::chrono::seconds(seconds);
}

struct Attributes {
  std::optional<Time> max_age;
  std::optional<Time> expires;
  std::string_view path;
};

Attributes read_attributes(std::string_view text, Time now) {
  Attributes attributes;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view name = trimmed(pair.substr(0, equals));
    const std::string_view value = trimmed(pair.substr(std::min(equals + 1, pair.size())));
    if (equal_ignoring_case(name, "max-age")) {
      if (const auto expiry = expiry_of_age(value, now)) attributes.max_age = expiry;
    } else if (equal_ignoring_case(name, "expires")) {
      if (const auto expiry = parse_cookie_date(value)) attributes.expires = expiry;
    } else if (equal_ignoring_case(name, "path")) {
      attributes.path = value;
    }
  }
  return attributes;
}

bool has_expired(const Cookie& cookie, Time now) {
  return cookie.expires && *cookie.expires <= now;
}

void store(CookieJar& jar, std::string_view line, std::string_view target, Time now) {
  const std::size_t end = std::min(line.find(';'), line.size());
  const std::string_view pair = line.substr(0, end);
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = trimmed(pair.substr(0, equals));
  if (name.empty()) return;
  const Attributes attributes = read_attributes(line.substr(std::min(end + 1, line.size())), now);
  Cookie cookie;
  cookie.name = std::string(name);
  cookie.value = std::string(trimmed(pair.substr(equals + 1)));
  cookie.path = attributes.path.starts_with('/') ? std::string(attributes.path) : default_path(target);
  cookie.expires = attributes.max_age ? attributes.max_age : attributes.expires;

  const auto known = std::find_if(jar.cookies.begin(), jar.cookies.end(), [&cookie](const Cookie& other) {
    return other.name == cookie.name && other.path == cookie.path;
  });
  if (has_expired(cookie, now)) {
    if (known != jar.cookies.end()) jar.cookies.erase(known);
  } else if (known != jar.cookies.end()) {
    cookie.creation = known->creation;
    *known = std::move(cookie);
  } else if (jar.cookies.size() < kMostCookies) {
    cookie.creation = jar.created++;
    jar.cookies.push_back(std::move(cookie));
  }
}

}  // namespace

void store_cookies(CookieJar& jar, const Message& response, std::string_view target, Time now) {
  for (const std::size_t place : find_fields(response, "Set-Cookie")) {
    store(jar, response.at(response.fields[place].value), target, now);
  }
}

std::string cookie_header(const CookieJar& jar, std::string_view target, Time now) {
  const std::string_view path = path_of(target).empty() ? "/" : path_of(target);
  std::vector<const Cookie*> sent;
  for (const Cookie& cookie : jar.cookies) {
    if (!has_expired(cookie, now) && path_matches(path, cookie.path)) sent.push_back(&cookie);
  }
  std::sort(sent.begin(), sent.end(), [](const Cookie* x, const Cookie* y) {
    if (x->path.size() != y->path.size()) return x->path.size() > y->path.size();
    return x->creation < y->creation;
  });
  std::string header;
  for (const Cookie* cookie : sent) {
    if (!header.empty()) header += "; ";
    header += cookie->name + "=" + cookie->value;
  }
  return header;
}

}  // namespace httparity
