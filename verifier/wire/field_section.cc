#include "wire/field_section.h"

#include "wire/line.h"

namespace httparity {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Past padding and the line ends of folds. Any CR or LF of a field's content that isn't a fold's line end is a bare CR,
// which belongs to the value.
std::size_t skip_padding(std::string_view bytes, std::size_t begin, std::size_t end) {
  while (begin < end) {
    if (is_blank(bytes[begin]) || bytes[begin] == '\n') {
      ++begin;
    } else if (bytes[begin] == '\r' && begin + 1 < end && bytes[begin + 1] == '\n') {
      begin += 2;
    } else {
      break;
    }
  }
  return begin;
}

std::size_t trim_padding(std::string_view bytes, std::size_t begin, std::size_t end) {
  while (end > begin) {
    if (is_blank(bytes[end - 1])) {
      --end;
    } else if (bytes[end - 1] == '\n') {
      --end;
      if (end > begin && bytes[end - 1] == '\r') --end;
    } else {
      break;
    }
  }
  return end;
}

// The field whose first line has the content `first` and whose last line ends with `line_end`.
Field split_field(std::string_view bytes, Span first, Span line_end, bool folded) {
  Field field;
  field.folded = folded;
  field.line_end = line_end;
  const std::size_t content_end = line_end.begin;
  const std::size_t colon = slice(bytes, first).find(':');
  if (colon == std::string_view::npos) {
    field.name = {first.begin, content_end};
    field.before_colon = field.colon = field.before_value = field.value =
        field.after_value = {content_end, content_end};
    return field;
  }
  const std::size_t colon_at = first.begin + colon;
  std::size_t name_end = colon_at;
  while (name_end > first.begin && is_blank(bytes[name_end - 1])) --name_end;
  const std::size_t value_begin = skip_padding(bytes, colon_at + 1, content_end);
  const std::size_t value_end = trim_padding(bytes, value_begin, content_end);
  field.name = {first.begin, name_end};
  field.before_colon = {name_end, colon_at};
  field.colon = {colon_at, colon_at + 1};
  field.before_value = {colon_at + 1, value_begin};
  field.value = {value_begin, value_end};
  field.after_value = {value_end, content_end};
  return field;
}

}  // namespace

FieldSection index_fields(std::string_view bytes, std::size_t begin) {
  FieldSection section;
  section.end = begin;
  while (section.end < bytes.size()) {
    const Line first = line_at(bytes, section.end);
    section.end = first.end.end;
    if (first.blank()) {
      section.blank_line = first.end;
      return section;
    }
    Span line_end = first.end;
    bool folded = false;
    while (section.end < bytes.size() && is_blank(bytes[section.end])) {
      line_end = line_at(bytes, section.end).end;
      section.end = line_end.end;
      folded = true;
    }
    section.fields.push_back(split_field(bytes, first.content, line_end, folded));
  }
  section.blank_line = {section.end, section.end};
  return section;
}

}  // namespace httparity
