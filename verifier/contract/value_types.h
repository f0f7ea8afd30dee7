#pragma once

#include <string_view>

namespace httparity {

/// The grammars behind the mask types. Each holds for the whole of `value` and for no empty one.

/// IMF-fixdate, RFC 850 or asctime form (RFC 9110, section 5.6.7), a day that exists, and where the year has four
/// digits its own day of the week.
bool is_http_date(std::string_view value);
/// 8-4-4-4-12 hexadecimal digits in either case (RFC 9562, section 4).
bool is_uuid(std::string_view value);
bool is_hex(std::string_view value);
/// RFC 4648, section 4; padded to four, or not padded at all.
bool is_base64(std::string_view value);
/// RFC 4648, section 5; padded to four, or not padded at all.
bool is_base64url(std::string_view value);
bool is_digits(std::string_view value);
/// Digits, then perhaps a point and more digits; a minus may stand before.
bool is_decimal(std::string_view value);
/// RFC 9110, section 5.6.2.
bool is_token(std::string_view value);
/// RFC 6265, section 4.1.1, at least one octet, bare or in double quotes.
bool is_cookie_value(std::string_view value);
/// RFC 9110, section 8.8.3.
bool is_etag(std::string_view value);
/// RFC 2046, section 5.1.1: 1 to 70 bytes, the last no space.
bool is_multipart_boundary(std::string_view value);

}  // namespace httparity
