#include "stack/tags.h"

#include "app/bugs.h"
#include "base/crypto.h"

namespace room {

std::string weak_tag(const std::vector<std::string_view>& parts) {
  const std::string tag = "\"" + sha256_hex(parts).substr(0, 32) + "\"";
  return has_bug(Bug::kStrongTag) ? tag : "W/" + tag;
}

Response etag(Request& request, const Handler& next) {
  Response response = next(request);
  const bool tagged = response.headers.find("ETag") || response.headers.find("Last-Modified");
  bool digested = false;
  if ((response.status == 200 || response.status == 201) && !tagged) {
    std::vector<std::string_view> parts;
    for (const Part& p : response.parts) parts.push_back(*p);
    digested = !joined(response.parts).empty();
    if (digested) response.headers.set("ETag", weak_tag(parts));
    response.plain_list = false;
  }
  if (!response.headers.find("Cache-Control"))
    response.headers.set("Cache-Control", digested ? kRevalidate : "no-cache");
  return response;
}

Response head(Request& request, const Handler& next) {
  Response response = next(request);
  if (request.method == "HEAD") {
    response.parts.clear();
    response.plain_list = false;
  }
  return response;
}

}  // namespace room
