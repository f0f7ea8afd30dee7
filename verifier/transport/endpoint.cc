#include "transport/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace httparity {
namespace {

constexpr std::string_view kForms = "take http://host:port, https://host:port or unix:/path";
constexpr std::size_t kLongestUnixPath = 107;  // sun_path, its NUL left out
constexpr std::size_t kLongestHost = 255;

Error not_an_endpoint(std::string_view url, std::string_view why) {
  return {fmt::format("URL \"{}\": {}; {}", escape_bytes(url), why, kForms)};
}

std::optional<std::uint16_t> read_port(std::string_view digits) {
  std::uint16_t port = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (status != std::errc{} || end != digits.data() + digits.size() || port == 0) return std::nullopt;
  return port;
}

bool is_host_byte(char byte) {
  return byte > ' ' && byte < '\x7f' && byte != '/' && byte != '@' && byte != '?';
}

Result<Endpoint> parse_authority(std::string_view url, std::string_view rest, Endpoint::Kind kind) {
  Endpoint endpoint;
  endpoint.kind = kind;
  endpoint.port = kind == Endpoint::Kind::kTls ? 443 : 80;
  if (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
  std::string_view port;
  bool has_port = false;
  if (!rest.empty() && rest.front() == '[') {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) return not_an_endpoint(url, "\"[\" without \"]\"");
    endpoint.host = rest.substr(1, close - 1);
    rest.remove_prefix(close + 1);
    if (endpoint.host.find(':') == std::string::npos) return not_an_endpoint(url, "no IPv6 address inside [ ]");
    has_port = !rest.empty();
    if (has_port && rest.front() != ':') return not_an_endpoint(url, "something other than a port behind \"]\"");
    if (has_port) port = rest.substr(1);
  } else {
    const std::size_t colon = rest.find(':');
    has_port = colon != std::string_view::npos;
    endpoint.host = rest.substr(0, colon);
    if (has_port) port = rest.substr(colon + 1);
  }
  if (endpoint.host.empty()) return not_an_endpoint(url, "no host");
  if (endpoint.host.size() > kLongestHost) return not_an_endpoint(url, "a host longer than 255 bytes");
  if (!std::all_of(endpoint.host.begin(), endpoint.host.end(), is_host_byte)) {
    return not_an_endpoint(url, "a path, a query, user information or an odd byte");
  }
  if (has_port) {
    const auto number = read_port(port);
    if (!number) return not_an_endpoint(url, "the port is no number from 1 to 65535, or a path follows it");
    endpoint.port = *number;
  }
  return endpoint;
}

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view url) {
  constexpr std::string_view http = "http://";
  constexpr std::string_view https = "https://";
  constexpr std::string_view unix_scheme = "unix:";
  if (url.starts_with(http)) return parse_authority(url, url.substr(http.size()), Endpoint::Kind::kTcp);
  if (url.starts_with(https)) return parse_authority(url, url.substr(https.size()), Endpoint::Kind::kTls);
  if (!url.starts_with(unix_scheme)) return not_an_endpoint(url, "no scheme that is known");
  Endpoint endpoint;
  endpoint.kind = Endpoint::Kind::kUnix;
  endpoint.path = url.substr(unix_scheme.size());
  if (endpoint.path.empty() || endpoint.path.front() != '/') return not_an_endpoint(url, "the path must begin with /");
  if (endpoint.path.size() > kLongestUnixPath) return not_an_endpoint(url, "a socket's path has at most 107 bytes");
  if (endpoint.path.find('\0') != std::string::npos) return not_an_endpoint(url, "a NUL in the path");
  return endpoint;
}

std::string endpoint_url(const Endpoint& endpoint) {
  if (endpoint.kind == Endpoint::Kind::kUnix) return "unix:" + endpoint.path;
  const bool is_ipv6 = endpoint.host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", endpoint.kind == Endpoint::Kind::kTls ? "https" : "http", is_ipv6 ? "[" : "",
                     endpoint.host, is_ipv6 ? "]" : "", endpoint.port);
}

}  // namespace httparity
