#include <algorithm>

#include "base/text.h"
#include "import/import.h"

namespace httparity {

std::optional<UrlParts> split_url(std::string_view url) {
  const std::size_t colon = url.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string scheme = lower(url.substr(0, colon));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  std::string_view rest = url.substr(colon + 3);
  rest = rest.substr(0, rest.find('#'));
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view authority = rest.substr(0, end);
  const std::size_t user = authority.rfind('@');
  if (user != std::string_view::npos) authority.remove_prefix(user + 1);
  const std::string_view default_port = scheme == "http" ? ":80" : ":443";
  if (authority.ends_with(default_port)) authority.remove_suffix(default_port.size());
  if (authority.empty()) return std::nullopt;
  UrlParts parts;
  parts.authority = lower(authority);
  parts.origin = scheme + "://" + parts.authority;
  parts.target = std::string(rest.substr(end));
  if (!parts.target.starts_with('/')) parts.target.insert(0, "/");
  return parts;
}

}  // namespace httparity
