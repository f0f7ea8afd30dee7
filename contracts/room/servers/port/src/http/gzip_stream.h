#pragma once

#include <cstdint>
#include <vector>

#include "http/response.h"

namespace room {

/// `parts` as the gzip member that Ruby's GzipWriter makes of them under Rack::Deflater, cut where it writes:
/// the ten header bytes first (with whatever deflate gives out at once), each part up to its sync flush, then
/// the last block with the trailer. Empty parts are skipped. `mtime` is epoch seconds (RFC 1952, section 2.3.1).
std::vector<Part> gzip_parts(const std::vector<Part>& parts, std::uint32_t mtime);

}  // namespace room
