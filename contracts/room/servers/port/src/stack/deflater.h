#pragma once

#include "http/response.h"

namespace room {

/// Rack::Deflater for text: gzip where the client takes it, Vary in any case, 406 where it refuses both codings.
/// Its gzip header has Last-Modified as its time, else the clock. Partial answers go as they are.
Response deflate(Request& request, const Handler& next);

}  // namespace room
