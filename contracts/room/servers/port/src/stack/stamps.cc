#include "stack/stamps.h"

#include <chrono>
#include <cstdio>

#include "base/crypto.h"
#include "base/dates.h"

namespace room {
namespace {

constexpr std::size_t kMostIdBytes = 255;

std::string clean_id(std::string_view given) {
  std::string id;
  for (const char c : given) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    if (word || c == '-' || c == '@') id += c;
  }
  return id.substr(0, kMostIdBytes);
}

}  // namespace

Response date_stamp(Request& request, const Handler& next) {
  Response response = next(request);
  response.headers.set("Date", http_date(now_seconds()));
  return response;
}

Response request_id(Request& request, const Handler& next) {
  const std::string given = clean_id(request.header_or_empty("x-request-id"));
  request.request_id = given.empty() ? random_uuid() : given;
  Response response = next(request);
  response.headers.set("X-Request-Id", request.request_id);
  return response;
}

Response runtime(Request& request, const Handler& next) {
  const auto start = std::chrono::steady_clock::now();
  Response response = next(request);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  char text[32];
  std::snprintf(text, sizeof text, "%0.6f", spent.count());
  response.headers.set("X-Runtime", text);
  return response;
}

}  // namespace room
