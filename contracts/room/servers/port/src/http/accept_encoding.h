#pragma once

#include <string_view>

#include "http/request.h"

namespace room {

enum class Coding { kGzip, kIdentity, kNone };

/// Rack's choice between gzip and identity: case counts, `q` counts only as the first parameter, and only the
/// first 16 codings are read. kNone where the client refuses both.
Coding choose_coding(std::string_view accept_encoding);

Coding choose_coding(const Request& request);

}  // namespace room
