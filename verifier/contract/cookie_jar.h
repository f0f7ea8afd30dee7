#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/message.h"

namespace httparity {

/// A cookie as RFC 6265, section 5.3 keeps it, for one host: Domain, Secure and HttpOnly change nothing here.
struct Cookie {
  std::string name;
  std::string value;
  std::string path;
  std::optional<std::chrono::system_clock::time_point> expires;  ///< nullopt: lasts as long as the scenario
  std::uint64_t creation = 0;  ///< place in the order of creation; kept on replacement

  friend bool operator==(const Cookie&, const Cookie&) = default;
};

/// The cookies of one actor on one side.
struct CookieJar {
  std::vector<Cookie> cookies;
  std::uint64_t created = 0;

  friend bool operator==(const CookieJar&, const CookieJar&) = default;
};

/// Takes every Set-Cookie field of `response`, the answer to a request for `target`, at the time `now`. Max-Age goes
/// before Expires; a time that has passed removes the cookie (RFC 6265, sections 5.2 and 5.3).
void store_cookies(CookieJar& jar, const Message& response, std::string_view target,
                   std::chrono::system_clock::time_point now);

/// The value of a Cookie field for a request for `target`: longer paths first, then the older cookie (RFC 6265, section
/// 5.4). Empty where no cookie applies.
std::string cookie_header(const CookieJar& jar, std::string_view target, std::chrono::system_clock::time_point now);

}  // namespace httparity
