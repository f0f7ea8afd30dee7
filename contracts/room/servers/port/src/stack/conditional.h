#pragma once

#include "http/request.h"
#include "http/response.h"

namespace room {

/// Rack::ConditionalGet's rules: If-None-Match is matched exactly against ETag, and only without it
/// If-Modified-Since against Last-Modified.
bool is_fresh(const Request& request, const Headers& headers);

/// Rack::ConditionalGet: a 200 to GET or HEAD that the client has becomes a 304.
Response conditional_get(Request& request, const Handler& next);

}  // namespace room
