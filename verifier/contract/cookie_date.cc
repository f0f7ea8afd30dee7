#include "contract/cookie_date.h"

#include <array>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace httparity {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_delimiter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x09 || (byte >= 0x20 && byte <= 0x2F) || (byte >= 0x3B && byte <= 0x40) ||
         (byte >= 0x5B && byte <= 0x60) || (byte >= 0x7B && byte <= 0x7E);
}

/// Takes `least` to `most` digits off the front; nullopt where there are fewer, or more follow.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  int value = 0;
  while (count < text.size() && is_digit(text[count])) {
    if (count == most) return std::nullopt;
    value = value * 10 + (text[count] - '0');
    ++count;
  }
  if (count < least) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

struct TimeOfDay {
  int hour;
  int minute;
  int second;
};

/// hh:mm:ss in one or two digits each; what follows a non-digit behind it is nobody's business.
std::optional<TimeOfDay> time_of(std::string_view token) {
  const auto hour = take_digits(token, 1, 2);
  if (!hour || token.substr(0, 1) != ":") return std::nullopt;
  token.remove_prefix(1);
  const auto minute = take_digits(token, 1, 2);
  if (!minute || token.substr(0, 1) != ":") return std::nullopt;
  token.remove_prefix(1);
  const auto second = take_digits(token, 1, 2);
  if (!second) return std::nullopt;
  return TimeOfDay{*hour, *minute, *second};
}

std::optional<int> month_of(std::string_view token) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string name = lower(token.substr(0, 3));
  for (std::size_t place = 0; place < kMonths.size(); ++place) {
    if (name == kMonths[place]) return static_cast<int>(place) + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::system_clock::time_point> parse_cookie_date(std::string_view text) {
  std::optional<TimeOfDay> time;
  std::optional<int> day;
  std::optional<int> month;
  std::optional<int> year;
  for (std::size_t begin = 0; begin < text.size();) {
    if (is_delimiter(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && !is_delimiter(text[end])) ++end;
    const std::string_view token = text.substr(begin, end - begin);
    begin = end;
    std::string_view digits = token;
    if (!time && (time = time_of(token))) continue;
    if (!day && (day = take_digits(digits, 1, 2))) continue;
    if (!month && (month = month_of(token))) continue;
    digits = token;
    if (!year) year = take_digits(digits, 2, 4);
  }
  if (!time || !day || !month || !year) return std::nullopt;
  if (*year >= 70 && *year <= 99) *year += 1900;
  if (*year >= 0 && *year <= 69) *year += 2000;
  const auto date = std::chrono::year(*year) / *month / *day;
  if (!date.ok() || *year < 1601 || time->hour > 23 || time->minute > 59 || time->second > 59) return std::nullopt;
  using std::chrono::seconds;
  const seconds moment = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(time->hour) +
                         std::chrono::minutes(time->minute) + seconds(time->second);
  using Clock = std::chrono::system_clock;
  const auto last = std::chrono::floor<seconds>(Clock::time_point::max().time_since_epoch());
  const auto earliest = std::chrono::ceil<seconds>(Clock::time_point::min().time_since_epoch());
  if (moment > last) return Clock::time_point::max();
  if (moment < earliest) return Clock::time_point::min();
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(moment));
}

}  // namespace httparity
