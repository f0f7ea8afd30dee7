#include "stack/conditional.h"

#include "app/bugs.h"
#include "base/dates.h"

namespace room {

bool is_fresh(const Request& request, const Headers& headers) {
  if (const std::string* tag = request.header("if-none-match")) {
    const std::string* own = headers.find("ETag");
    return own && *own == *tag;
  }
  const std::string* since = request.header("if-modified-since");
  const std::string* modified = headers.find("Last-Modified");
  if (!since || !modified) return false;
  const auto since_seconds = parse_date(*since);
  const auto modified_seconds = parse_date(*modified);
  return since_seconds && modified_seconds && *since_seconds >= *modified_seconds;
}

Response conditional_get(Request& request, const Handler& next) {
  Response response = next(request);
  if (!request.is_get_or_head() || response.status != 200 || !is_fresh(request, response.headers)) return response;
  response.status = 304;
  response.headers.erase("Content-Type");
  response.headers.erase("Content-Length");
  if (has_bug(Bug::kVaryLostOn304)) response.headers.erase("Vary");
  response.parts.clear();
  response.plain_list = false;
  return response;
}

}  // namespace room
