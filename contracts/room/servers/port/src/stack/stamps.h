#pragma once

#include "http/response.h"

namespace room {

/// Date, as the last of the fields.
Response date_stamp(Request& request, const Handler& next);

/// Echoes the caller's X-Request-Id, cleaned, or makes one.
Response request_id(Request& request, const Handler& next);

/// X-Runtime, in seconds.
Response runtime(Request& request, const Handler& next);

}  // namespace room
