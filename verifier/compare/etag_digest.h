#pragma once

#include <string_view>

namespace httparity {

/// The entity tag (an ETag field's value) is a digest of one of the two bodies: MD5, SHA-1 or SHA-256, in hex or base64
/// (either alphabet, padded or not), whole or its first 32 digits; weak or strong; a suffix such as `-gzip` or a size
/// in front set aside.
bool etag_digests(std::string_view etag, std::string_view encoded, std::string_view decoded);

}  // namespace httparity
