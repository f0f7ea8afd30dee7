#include "cli/named_limits.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdint>

namespace httparity {
namespace {

struct NamedLimit {
  const char* name;
  std::size_t Limits::*value;
};

constexpr NamedLimit kLimits[] = {
    {"head-bytes", &Limits::head_bytes},
    {"fields", &Limits::fields},
    {"line-bytes", &Limits::line_bytes},
    {"interim-responses", &Limits::interim_responses},
    {"trailer-bytes", &Limits::trailer_bytes},
    {"chunk-line-bytes", &Limits::chunk_line_bytes},
    {"body-bytes", &Limits::body_bytes},
    {"decoded-bytes", &Limits::decoded_bytes},
    {"decoded-ratio", &Limits::decoded_ratio},
    {"codings", &Limits::codings},
    {"chunks", &Limits::chunks},
    {"window-bytes", &Limits::window_bytes},
};

struct NamedTimeLimit {
  const char* name;
  std::chrono::milliseconds TimeLimits::*value;
};

constexpr NamedTimeLimit kTimeLimits[] = {
    {"connect", &TimeLimits::connect}, {"first-byte", &TimeLimits::first_byte},           {"idle", &TimeLimits::idle},
    {"total", &TimeLimits::total},     {"announced-close", &TimeLimits::announced_close},
};

/// The name and number of `NAME=N`, handed to `set`, which says whether it knows the name.
template <typename Set>
Result<void> assign(const char* option, const std::string& assignment, const std::string& known, Set set) {
  const std::size_t equals = assignment.find('=');
  std::uint32_t value = 0;
  if (equals != std::string::npos) {
    const char* const end = assignment.data() + assignment.size();
    const auto [rest, error] = std::from_chars(assignment.data() + equals + 1, end, value);
    if (error == std::errc() && rest == end && value > 0 && set(assignment.substr(0, equals), value)) return {};
  }
  return Error{
      fmt::format("{} {}: needs NAME=N with N from 1 to {}; there are {}", option, assignment, UINT32_MAX, known)};
}

}  // namespace

Result<void> set_limit(Limits& limits, const std::string& assignment) {
  return assign("--limit", assignment, limits_help(), [&](const std::string& name, std::uint32_t value) {
    for (const NamedLimit& limit : kLimits) {
      if (name != limit.name) continue;
      limits.*limit.value = value;
      return true;
    }
    return false;
  });
}

Result<void> set_time_limit(TimeLimits& limits, const std::string& assignment) {
  return assign("--time", assignment, time_limits_help(), [&](const std::string& name, std::uint32_t value) {
    for (const NamedTimeLimit& limit : kTimeLimits) {
      if (name != limit.name) continue;
      limits.*limit.value = std::chrono::milliseconds(value);
      return true;
    }
    return false;
  });
}

std::string limits_help() {
  std::string out;
  for (const NamedLimit& limit : kLimits) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ", ", limit.name, Limits{}.*limit.value);
  }
  return out;
}

std::string time_limits_help() {
  std::string out;
  for (const NamedTimeLimit& limit : kTimeLimits) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ", ", limit.name, (TimeLimits{}.*limit.value).count());
  }
  return out;
}

}  // namespace httparity
