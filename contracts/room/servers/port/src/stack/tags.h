#pragma once

#include "http/response.h"

namespace room {

constexpr const char* kRevalidate = "max-age=0, private, must-revalidate";

/// `W/"..."` over the parts, as Rack::ETag makes it.
std::string weak_tag(const std::vector<std::string_view>& parts);

/// Rack::ETag with "no-cache" for what it doesn't tag: digests a 200 or 201 that has neither ETag nor
/// Last-Modified, and says Cache-Control where the application didn't.
Response etag(Request& request, const Handler& next);

/// Rack::Head: HEAD goes without a body.
Response head(Request& request, const Handler& next);

}  // namespace room
