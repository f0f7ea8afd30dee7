#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace httparity {

/// Where a target listens. It says nothing about requests: no path, no Host.
struct Endpoint {
  enum class Kind { kTcp, kTls, kUnix };

  Kind kind = Kind::kTcp;
  std::string host;        ///< name or address, an IPv6 address without brackets; with kTcp and kTls
  std::uint16_t port = 0;  ///< with kTcp and kTls
  std::string path;        ///< of the socket, with kUnix

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Reads `http://host:port`, `https://host:port` (ports 80 and 443 where none is given, `[::1]` for IPv6) or
/// `unix:/path`. A path behind the port, user information or another scheme is an error that says what is taken.
Result<Endpoint> parse_endpoint(std::string_view url);

/// The URL that `parse_endpoint` reads back as `endpoint`.
std::string endpoint_url(const Endpoint& endpoint);

}  // namespace httparity
