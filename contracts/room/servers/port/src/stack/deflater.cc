#include "stack/deflater.h"

#include <algorithm>
#include <array>

#include "app/bugs.h"
#include "base/dates.h"
#include "base/text.h"
#include "http/accept_encoding.h"
#include "http/gzip_stream.h"

namespace room {
namespace {

constexpr std::array kCompressed = {"text/html", "text/plain", "text/vnd.turbo-stream.html", "application/json",
                                    "image/svg+xml"};

bool should_deflate(const Response& response) {
  if (response.status == 204 || response.status == 304 || response.status == 206) return false;
  if (response.headers.find("Content-Encoding")) return false;
  const std::string* type = response.headers.find("Content-Type");
  if (!type || std::count(kCompressed.begin(), kCompressed.end(), type->substr(0, type->find(';'))) == 0) return false;
  const std::string* length = response.headers.find("Content-Length");
  return !length || *length != "0";
}

void vary_by_encoding(Headers& headers) {
  const std::string* vary = headers.find("Vary");
  std::vector<std::string> names;
  for (const std::string& name : split(vary ? *vary : "", ',')) names.push_back(strip(name));
  for (const std::string& name : names) {
    if (name == "*" || name == "Accept-Encoding") return;
  }
  std::string value;
  for (const std::string& name : names) value += name + ",";
  headers.set("Vary", value + "Accept-Encoding");
}

Response not_acceptable(const Request& request) {
  const std::string target = request.query.empty() ? request.path : request.path + "?" + request.query;
  const std::string message = "An acceptable encoding for the requested resource " + target + " could not be found.";
  return {406,
          {{"Content-Type", "text/plain"}, {"Content-Length", std::to_string(message.size())}},
          {part(message)},
          false};
}

std::uint32_t gzip_time(const Headers& headers) {
  const std::string* modified = headers.find("Last-Modified");
  const auto seconds = modified && !has_bug(Bug::kGzipMtimeNow) ? parse_date(*modified) : std::nullopt;
  return static_cast<std::uint32_t>(seconds.value_or(now_seconds()));
}

}  // namespace

Response deflate(Request& request, const Handler& next) {
  Response response = next(request);
  if (!should_deflate(response)) return response;
  const Coding coding = choose_coding(request);
  if (coding == Coding::kNone) return not_acceptable(request);
  vary_by_encoding(response.headers);
  if (coding == Coding::kIdentity) return response;
  response.headers.set("Content-Encoding", "gzip");
  response.headers.erase("Content-Length");
  if (request.method != "HEAD") response.parts = gzip_parts(response.parts, gzip_time(response.headers));
  response.plain_list = false;
  return response;
}

}  // namespace room
