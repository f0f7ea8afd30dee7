#include "base/dates.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "base/text.h"

namespace room {
namespace {

constexpr std::array<const char*, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                              "Thursday", "Friday", "Saturday"};
constexpr std::array<const char*, 12> kMonths = {"January", "February", "March",     "April",   "May",      "June",
                                                 "July",    "August",   "September", "October", "November", "December"};

std::tm utc(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&time, &parts);
  return parts;
}

template <typename... Values>
std::string print(const char* format, Values... values) {
  char text[64];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

/// Reads a date from left to right; every reader answers false, or -1, where the text isn't that.
struct Scanner {
  std::string_view text;

  bool spaces(bool needed) {
    const std::size_t before = text.size();
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return !needed || text.size() < before;
  }

  bool literal(char c) {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
  }

  int number(std::size_t least, std::size_t most, std::size_t* digits = nullptr) {
    int value = 0;
    std::size_t count = 0;
    for (; count < most && count < text.size() && is_digit(text[count]); ++count) {
      if (value < 100'000'000) value = value * 10 + (text[count] - '0');
    }
    if (digits) *digits = count;
    if (count < least) return -1;
    text.remove_prefix(count);
    return value;
  }

  /// Index of the name whose first three letters come next, in any case; -1 for none.
  template <std::size_t N>
  int name(const std::array<const char*, N>& names) {
    const std::string next = lower(text.substr(0, 3));
    for (std::size_t i = 0; i < N; ++i) {
      if (next == lower(std::string_view(names[i]).substr(0, 3))) {
        text.remove_prefix(3);
        return static_cast<int>(i);
      }
    }
    return -1;
  }

  /// Seconds east of Greenwich.
  std::optional<int> zone() {
    if (text.size() >= 5 && (text[0] == '+' || text[0] == '-')) {
      const int sign = text[0] == '-' ? -1 : 1;
      text.remove_prefix(1);
      const int value = number(4, 4);
      if (value < 0) return std::nullopt;
      return sign * (value / 100 * 60 + value % 100) * 60;
    }
    struct Named {
      const char* name;
      int hours;
    };
    constexpr Named kNamed[] = {{"ut", 0},   {"gmt", 0},  {"est", -5}, {"edt", -4}, {"cst", -6},
                                {"cdt", -5}, {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7}};
    const std::string next = lower(text.substr(0, 3));
    for (const Named& named : kNamed) {
      if (next.starts_with(named.name)) return named.hours * 3600;
    }
    if (next.empty() || next[0] < 'a' || next[0] > 'z' || next[0] == 'j') return std::nullopt;
    const char letter = next[0];
    const int hours = letter <= 'i'   ? letter - 'a' + 1
                      : letter <= 'm' ? letter - 'k' + 10
                      : letter <= 'y' ? 'm' - letter
                                      : 0;
    return hours * 3600;
  }
};

}  // namespace

std::string http_date(std::int64_t seconds) {
  const std::tm t = utc(seconds);
  return print("%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", kDays[static_cast<std::size_t>(t.tm_wday)], t.tm_mday,
               kMonths[static_cast<std::size_t>(t.tm_mon)], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

std::optional<std::int64_t> parse_date(std::string_view text) {
  if (text.size() < 16) return std::nullopt;
  Scanner scan{text};
  scan.spaces(false);
  if (scan.name(kDays) >= 0) {
    scan.spaces(false);
    if (!scan.literal(',')) return std::nullopt;
    scan.spaces(false);
  }
  std::tm t{};
  t.tm_mday = scan.number(1, 2);
  if (t.tm_mday < 1 || t.tm_mday > 31 || !scan.spaces(true)) return std::nullopt;
  t.tm_mon = scan.name(kMonths);
  if (t.tm_mon < 0 || !scan.spaces(true)) return std::nullopt;
  std::size_t digits = 0;
  int year = scan.number(2, 9, &digits);
  if (year < 0 || !scan.spaces(true)) return std::nullopt;
  if (digits <= 3) year += year < 50 ? 2000 : 1900;
  t.tm_year = year - 1900;
  t.tm_hour = scan.number(2, 2);
  scan.spaces(false);
  if (t.tm_hour < 0 || !scan.literal(':')) return std::nullopt;
  scan.spaces(false);
  t.tm_min = scan.number(2, 2);
  const std::string_view after_minute = scan.text;
  scan.spaces(false);
  if (scan.literal(':')) {
    scan.spaces(false);
    t.tm_sec = scan.number(2, 2);
  } else {
    scan.text = after_minute;
  }
  if (t.tm_min < 0 || t.tm_sec < 0 || !scan.spaces(true)) return std::nullopt;
  if (t.tm_hour > 24 || t.tm_min > 59 || t.tm_sec > 60 || (t.tm_hour == 24 && t.tm_min + t.tm_sec > 0))
    return std::nullopt;
  const std::optional<int> offset = scan.zone();
  if (!offset) return std::nullopt;
  return static_cast<std::int64_t>(timegm(&t)) - *offset;
}

std::string iso_time(std::int64_t seconds) {
  const std::tm t = utc(seconds);
  return print("%04d-%02d-%02dT%02d:%02d:%02dZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
               t.tm_sec);
}

std::string clock_time(std::int64_t seconds) {
  const std::tm t = utc(seconds);
  return print("%02d:%02d", t.tm_hour, t.tm_min);
}

std::string day_name(std::int64_t seconds) {
  const std::tm t = utc(seconds);
  return print("%s, %d %s %d", kDays[static_cast<std::size_t>(t.tm_wday)], t.tm_mday,
               kMonths[static_cast<std::size_t>(t.tm_mon)], t.tm_year + 1900);
}

std::int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace room
