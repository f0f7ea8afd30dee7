#pragma once

#include <string>
#include <string_view>

namespace httparity::html {

/// The bytes that every parser of trees is given: WHATWG "UTF-8 decode" of `bytes`, written back as UTF-8. One byte
/// order mark at the begin is dropped; each maximal subpart of an ill-formed sequence becomes U+FFFD (WHATWG Encoding,
/// section 8.1.1). Decoding is thereby the same for all and no part of a comparison of parsers.
std::string decode_utf8(std::string_view bytes);

}  // namespace httparity::html
