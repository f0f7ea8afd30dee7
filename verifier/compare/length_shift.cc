#include "compare/length_shift.h"

#include <charconv>
#include <optional>

namespace httparity {
namespace {

/// A length as servers write it: digits, no zero in front.
std::optional<std::int64_t> plain_length(std::string_view value) {
  if (value.empty() || value.front() < '0' || value.front() > '9' || (value.size() > 1 && value.front() == '0')) {
    return std::nullopt;
  }
  std::int64_t length = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), length);
  if (read.ec != std::errc() || read.ptr != value.data() + value.size()) return std::nullopt;
  return length;
}

}  // namespace

bool explains_length(const LengthShift& shift, std::string_view reference, std::string_view port) {
  if (!shift.explains) return false;
  const auto expected = plain_length(reference);
  const auto actual = plain_length(port);
  if (!expected || !actual) return false;
  if (shift.coded) {
    return *expected == static_cast<std::int64_t>(shift.reference_payload) &&
           *actual == static_cast<std::int64_t>(shift.port_payload);
  }
  return *actual - *expected == shift.moved;
}

bool explains_border(const LengthShift& shift, std::size_t reference, std::size_t port) {
  if (!shift.explains) return reference == port;
  if (shift.coded) return true;
  std::int64_t moved = 0;
  for (const StretchPair& place : shift.places) {
    if (reference <= place.reference.span.begin) break;
    if (reference < place.reference.span.end) {
      return port >= place.port.span.begin && port <= place.port.span.end;
    }
    moved += static_cast<std::int64_t>(place.port.span.size()) - static_cast<std::int64_t>(place.reference.span.size());
  }
  return static_cast<std::int64_t>(port) - static_cast<std::int64_t>(reference) == moved;
}

}  // namespace httparity
