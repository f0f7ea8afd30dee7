#include "contract/value_types.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>

namespace httparity {
namespace {

/// Which bytes a grammar takes: a look into a table costs the same whatever the byte, where a branch on each byte of a
/// random value is guessed wrong every other time.
class ByteClass {
 public:
  template <typename Takes>
  explicit constexpr ByteClass(Takes takes) {
    for (unsigned byte = 0; byte < table_.size(); ++byte) table_[byte] = takes(static_cast<char>(byte)) ? 1 : 0;
  }

  constexpr bool has(char c) const { return table_[static_cast<unsigned char>(c)] != 0; }

 private:
  std::array<unsigned char, 256> table_{};
};

constexpr bool one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

constexpr ByteClass kDigit([](char c) { return c >= '0' && c <= '9'; });
constexpr ByteClass kHexDigit([](char c) { return kDigit.has(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
constexpr ByteClass kAlphanumeric([](char c) {
  return kDigit.has(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
});
constexpr ByteClass kBase64([](char c) { return kAlphanumeric.has(c) || one_of(c, "+/"); });
constexpr ByteClass kBase64Url([](char c) { return kAlphanumeric.has(c) || one_of(c, "-_"); });
constexpr ByteClass kTokenByte([](char c) { return kAlphanumeric.has(c) || one_of(c, "!#$%&'*+-.^_`|~"); });
constexpr ByteClass kCookieOctet([](char c) { return c > 0x20 && c < 0x7F && !one_of(c, "\",;\\"); });
constexpr ByteClass kEtagByte([](char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x21 || (byte >= 0x23 && byte <= 0x7E) || byte >= 0x80;
});
constexpr ByteClass kBoundaryByte([](char c) { return kAlphanumeric.has(c) || one_of(c, "'()+_,-./:=? "); });

bool all_in(std::string_view value, const ByteClass& wanted) {
  bool all = true;
  for (const char c : value) all &= wanted.has(c);
  return all;
}

using SixteenBytes = unsigned char __attribute__((vector_size(16)));

/// Hexadecimal digits, sixteen at a time.
bool all_hex(std::string_view value) {
  for (; value.size() >= sizeof(SixteenBytes); value.remove_prefix(sizeof(SixteenBytes))) {
    SixteenBytes bytes;
    std::memcpy(&bytes, value.data(), sizeof bytes);
    const auto good = ((bytes - '0') < 10) | (((bytes | 0x20) - 'a') < 6);
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &good, sizeof halves);
    if ((halves[0] & halves[1]) != UINT64_MAX) return false;
  }
  return all_in(value, kHexDigit);
}

/// The first three bytes as a number; 0 of fewer.
constexpr std::uint32_t first_three(std::string_view text) {
  if (text.size() < 3) return 0;
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 3; ++i) out = out << 8 | static_cast<unsigned char>(text[i]);
  return out;
}

bool all_of(std::string_view value, const ByteClass& wanted) {
  return !value.empty() && all_in(value, wanted);
}

/// Takes a date apart from its front.
struct Taker {
  std::string_view rest;

  bool literal(std::string_view text) {
    if (rest.substr(0, text.size()) != text) return false;
    rest.remove_prefix(text.size());
    return true;
  }

  template <std::size_t N>
  std::optional<unsigned> name(const std::array<std::string_view, N>& names) {
    for (unsigned place = 0; place < N; ++place) {
      if (literal(names[place])) return place;
    }
    return std::nullopt;
  }

  std::optional<unsigned> number(std::size_t digits) {
    if (rest.size() < digits || !all_of(rest.substr(0, digits), kDigit)) return std::nullopt;
    unsigned value = 0;
    for (const char c : rest.substr(0, digits)) value = value * 10 + static_cast<unsigned>(c - '0');
    rest.remove_prefix(digits);
    return value;
  }

  /// hh:mm:ss; second 60 is a leap second.
  bool time() {
    const auto hour = number(2);
    if (!hour || !literal(":")) return false;
    const auto minute = number(2);
    if (!minute || !literal(":")) return false;
    const auto second = number(2);
    return second && *hour <= 23 && *minute <= 59 && *second <= 60;
  }
};

constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 7> kLongDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool is_date(unsigned weekday, unsigned day, unsigned month, unsigned year) {
  const auto date = std::chrono::year(static_cast<int>(year)) / static_cast<int>(month + 1) / static_cast<int>(day);
  return date.ok() && std::chrono::weekday(std::chrono::sys_days(date)).c_encoding() == weekday;
}

/// Which of `names`, of three bytes each, `text` begins with; N: none.
template <std::size_t N>
unsigned place_of(std::string_view text, const std::array<std::string_view, N>& names) {
  const std::uint32_t wanted = first_three(text);
  unsigned place = 0;
  while (place < N && first_three(names[place]) != wanted) ++place;
  return place;
}

/// The number that two digits at `at` make; 100: they aren't two digits.
unsigned two_digits(std::string_view text, std::size_t at) {
  const auto tens = static_cast<unsigned>(text[at] - '0');
  const auto ones = static_cast<unsigned>(text[at + 1] - '0');
  return tens < 10 && ones < 10 ? 10 * tens + ones : 100;
}

/// Sun, 06 Nov 1994 08:49:37 GMT; every part has its place, so that each is looked at there: it is the date of nearly
/// every response.
bool is_imf_fixdate(std::string_view value) {
  if (value.size() != 29 || value.substr(25) != " GMT") return false;
  if (value[3] != ',' || value[4] != ' ' || value[7] != ' ' || value[11] != ' ' || value[16] != ' ') return false;
  if (value[19] != ':' || value[22] != ':') return false;
  const unsigned century = two_digits(value, 12);
  const unsigned year = two_digits(value, 14);
  const unsigned day = two_digits(value, 5);
  if (century > 99 || year > 99 || two_digits(value, 17) > 23 || two_digits(value, 20) > 59) return false;
  if (two_digits(value, 23) > 60) return false;
  return is_date(place_of(value, kDays), day, place_of(value.substr(8), kMonths), 100 * century + year);
}

/// Sunday, 06-Nov-94 08:49:37 GMT
bool is_rfc850_date(std::string_view value) {
  Taker take{value};
  if (!take.name(kLongDays) || !take.literal(", ")) return false;
  const auto day = take.number(2);
  if (!day || !take.literal("-")) return false;
  const auto month = take.name(kMonths);
  if (!month || !take.literal("-")) return false;
  if (!take.number(2) || !take.literal(" ") || !take.time()) return false;
  // Two digits of a year don't say which century: 29 February is taken.
  return take.rest == " GMT" && (std::chrono::year(2000) / static_cast<int>(*month + 1) / static_cast<int>(*day)).ok();
}

/// Sun Nov  6 08:49:37 1994
bool is_asctime_date(std::string_view value) {
  Taker take{value};
  const auto weekday = take.name(kDays);
  if (!weekday || !take.literal(" ")) return false;
  const auto month = take.name(kMonths);
  if (!month || !take.literal(" ")) return false;
  const auto day = take.literal(" ") ? take.number(1) : take.number(2);
  if (!day || !take.literal(" ") || !take.time() || !take.literal(" ")) return false;
  const auto year = take.number(4);
  return year && take.rest.empty() && is_date(*weekday, *day, *month, *year);
}

bool is_padded_base64(std::string_view value, const ByteClass& symbols) {
  const std::size_t data = std::min(value.find('='), value.size());
  const std::string_view padding = value.substr(data);
  if (!all_of(value.substr(0, data), symbols)) return false;
  if (padding.empty()) return data % 4 != 1;
  return (padding == "=" || padding == "==") && value.size() % 4 == 0;
}

}  // namespace

bool is_http_date(std::string_view value) {
  return is_imf_fixdate(value) || is_rfc850_date(value) || is_asctime_date(value);
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (std::size_t place = 0; place < value.size(); ++place) {
    const bool dash = place == 8 || place == 13 || place == 18 || place == 23;
    if (dash ? value[place] != '-' : !kHexDigit.has(value[place])) return false;
  }
  return true;
}

bool is_hex(std::string_view value) {
  return !value.empty() && all_hex(value);
}

bool is_base64(std::string_view value) {
  return is_padded_base64(value, kBase64);
}

bool is_base64url(std::string_view value) {
  return is_padded_base64(value, kBase64Url);
}

bool is_digits(std::string_view value) {
  return all_of(value, kDigit);
}

bool is_decimal(std::string_view value) {
  if (value.substr(0, 1) == "-") value.remove_prefix(1);
  const std::size_t point = value.find('.');
  if (point == std::string_view::npos) return is_digits(value);
  return is_digits(value.substr(0, point)) && is_digits(value.substr(point + 1));
}

bool is_token(std::string_view value) {
  return all_of(value, kTokenByte);
}

bool is_cookie_value(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  return all_of(value, kCookieOctet);
}

bool is_etag(std::string_view value) {
  if (value.substr(0, 2) == "W/") value.remove_prefix(2);
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return false;
  const std::string_view opaque = value.substr(1, value.size() - 2);
  return all_in(opaque, kEtagByte);
}

bool is_multipart_boundary(std::string_view value) {
  if (value.size() > 70 || value.empty() || value.back() == ' ') return false;
  return all_of(value, kBoundaryByte);
}

}  // namespace httparity
