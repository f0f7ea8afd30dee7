#include "wire/message.h"

#include <utility>

#include "base/text.h"
#include "wire/field_section.h"
#include "wire/line.h"
#include "wire/status_line.h"

namespace httparity {
namespace {

bool holds_status(std::string_view line) {
  const auto at = find_status(line);
  return at && line.substr(0, *at).find(':') == std::string_view::npos;
}

// The line that is the start line: the first that isn't empty; but where that one is no start line and a line further
// down in the head shows a status, what stands before it is stray, and that line is the one.
Line find_start_line(std::string_view bytes) {
  Line first;
  do {
    first = line_at(bytes, first.end.end);
  } while (first.content.empty() && first.end.end < bytes.size());
  const std::string_view content = slice(bytes, first.content);
  if (find_status(content) || ends_with_version(content)) return first;
  for (std::size_t at = first.end.end; at < bytes.size();) {
    const Line line = line_at(bytes, at);
    if (line.content.empty()) break;
    if (holds_status(slice(bytes, line.content))) return line;
    at = line.end.end;
  }
  return first;
}

// The start line without the empty lines before it.
std::string_view trimmed_start_line(const Message& message) {
  const std::string_view line = message.at(message.start_line);
  const std::size_t begin = line.find_first_not_of("\r\n");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

}  // namespace

Message index_message(std::string bytes) {
  Message message;
  message.bytes = std::move(bytes);
  const Line start = find_start_line(message.bytes);
  message.start_line = {0, start.content.end};
  message.start_line_end = start.end;
  FieldSection section = index_fields(message.bytes, start.end.end);
  message.fields = std::move(section.fields);
  message.blank_line = section.blank_line;
  message.body = {section.end, message.bytes.size()};
  return message;
}

std::vector<std::size_t> find_fields(const Message& message, std::string_view name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < message.fields.size(); ++i) {
    if (equal_ignoring_case(message.at(message.fields[i].name), name)) found.push_back(i);
  }
  return found;
}

std::optional<int> status_code(const Message& response) {
  std::string_view line = response.at(response.start_line);
  line.remove_prefix(line.rfind('\n') + 1);
  const auto at = find_status(line);
  if (!at) return std::nullopt;
  int code = 0;
  for (const char c : line.substr(*at + kStatusBytes - 3, 3)) code = code * 10 + (c - '0');
  return code;
}

std::string_view request_method(const Message& request) {
  const std::string_view line = trimmed_start_line(request);
  return line.substr(0, line.find(' '));
}

std::string_view request_target(const Message& request) {
  std::string_view line = trimmed_start_line(request);
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return {};
  line.remove_prefix(space + 1);
  return line.substr(0, line.rfind(' '));
}

}  // namespace httparity
