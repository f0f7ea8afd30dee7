#include "compare/byte_ranges.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kMostParts = 10'000;

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

std::optional<RangePart> read_content_range(std::string_view value) {
  value = trim(value);
  if (value.size() < 5 || !equal_ignoring_case(value.substr(0, 5), "bytes")) return std::nullopt;
  value = trim(value.substr(5));
  RangePart part;
  const auto first = take_number(value);
  if (!first || !take(value, "-")) return std::nullopt;
  const auto last = take_number(value);
  if (!last || !take(value, "/") || *last < *first) return std::nullopt;
  part.first = *first;
  part.last = *last;
  if (value == "*") return part;
  part.complete_length = take_number(value);
  if (!part.complete_length || !value.empty()) return std::nullopt;
  return part;
}

std::optional<std::string_view> field_value(const Message& message, std::string_view name) {
  const auto found = find_fields(message, name);
  if (found.empty()) return std::nullopt;
  return message.at(message.fields[found.front()].value);
}

std::optional<std::string> boundary_of(std::string_view content_type) {
  constexpr std::string_view kType = "multipart/byteranges";
  if (!equal_ignoring_case(content_type.substr(0, kType.size()), kType)) return std::nullopt;
  const std::size_t at = lower(content_type).find("boundary=");
  if (at == std::string::npos) return std::nullopt;
  std::string_view value = content_type.substr(at + 9);
  if (take(value, "\"")) return std::string(value.substr(0, value.find('"')));
  return std::string(trim(value.substr(0, value.find(';'))));
}

/// The part that begins behind a delimiter line: its own head, a blank line, the content.
std::optional<RangePart> read_part(std::string_view text) {
  const std::size_t blank = text.find("\r\n\r\n");
  if (blank == std::string_view::npos) return std::nullopt;
  std::string_view head = text.substr(0, blank);
  std::optional<RangePart> part;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    const std::size_t colon = std::min(line.find(':'), line.size());
    if (equal_ignoring_case(trim(line.substr(0, colon)), "content-range") && colon < line.size()) {
      part = read_content_range(line.substr(colon + 1));
    }
    head.remove_prefix(std::min(end + 2, head.size()));
  }
  if (part) part->bytes = text.substr(blank + 4);
  return part;
}

std::optional<std::vector<RangePart>> read_multipart(std::string_view payload, const std::string& boundary) {
  const std::string delimiter = "--" + boundary;
  std::vector<RangePart> parts;
  std::size_t at = payload.starts_with(delimiter) ? 0 : payload.find("\r\n" + delimiter);
  if (at == std::string_view::npos || boundary.empty()) return std::nullopt;
  if (at != 0 || !payload.starts_with(delimiter)) at += 2;
  while (parts.size() < kMostParts) {
    std::string_view rest = payload.substr(at + delimiter.size());
    if (rest.starts_with("--")) return parts;
    if (!take(rest, "\r\n")) return std::nullopt;
    const std::size_t end = rest.find("\r\n" + delimiter);
    if (end == std::string_view::npos) return std::nullopt;
    const auto part = read_part(rest.substr(0, end));
    if (!part) return std::nullopt;
    parts.push_back(*part);
    at = static_cast<std::size_t>(rest.data() - payload.data()) + end + 2;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<RangePart>> range_parts(const Message& response, std::string_view payload) {
  if (const auto range = field_value(response, "Content-Range")) {
    auto part = read_content_range(*range);
    if (!part) return std::nullopt;
    part->bytes = payload;
    return std::vector<RangePart>{*part};
  }
  const auto type = field_value(response, "Content-Type");
  const auto boundary = type ? boundary_of(*type) : std::nullopt;
  if (!boundary) return std::nullopt;
  return read_multipart(payload, *boundary);
}

bool are_slices(const std::vector<RangePart>& parts, std::string_view whole) {
  for (const RangePart& part : parts) {
    if (part.last >= whole.size() || part.last - part.first + 1 != part.bytes.size()) return false;
    if (part.complete_length && *part.complete_length != whole.size()) return false;
    if (whole.substr(part.first, part.bytes.size()) != part.bytes) return false;
  }
  return !parts.empty();
}

}  // namespace httparity
