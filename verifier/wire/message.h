#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/span.h"

namespace httparity {

/// One field line, folds included, as seven spans that tile it:
///
///     X-Cache   :  miss of 3  \r\n
///     name      |  |  value |  line_end
///       before_colon |       after_value
///            colon  before_value
///
/// A line without a colon is all name (`colon` empty). `value` spans the folds inside it (RFC 9112, section 5.2); folds
/// at its edges are padding, in `before_value` and `after_value`. A bare CR belongs to the value.
struct Field {
  Span name;
  Span before_colon;  ///< SP and HTAB; not allowed by RFC 9112, section 5.1, seen all the same
  Span colon;
  Span before_value;
  Span value;
  Span after_value;
  Span line_end;  ///< CRLF or LF; where the message is cut inside this line: CR or nothing
  bool folded = false;

  Span whole() const { return {name.begin, line_end.end}; }
  friend bool operator==(const Field&, const Field&) = default;
};

/// A message as it crossed the wire, and where its parts lie. The spans tile `bytes`: start_line, start_line_end,
/// fields, blank_line, body, without gap or overlap; any bytes whatever have such an index.
struct Message {
  std::string bytes;
  Span start_line;      ///< with whatever stands before it (empty lines, stray bytes and lines)
  Span start_line_end;  ///< CRLF or LF; where the message is cut: CR or nothing
  std::vector<Field> fields;
  Span blank_line;  ///< CRLF or LF that ends the head; where the head is cut: CR or nothing
  Span body;        ///< all that follows: content, chunk framing and trailers included

  std::string_view at(Span span) const { return slice(bytes, span); }
  /// The head ended with a blank line.
  bool head_complete() const { return !blank_line.empty() && bytes[blank_line.end - 1] == '\n'; }
  friend bool operator==(const Message&, const Message&) = default;
};

/// Indexes `bytes`, whatever they are, in time linear in their length.
Message index_message(std::string bytes);

/// Indices into `message.fields` of the lines whose name is `name` in any case, in wire order.
std::vector<std::size_t> find_fields(const Message& message, std::string_view name);

/// The three-digit status code of a response's start line; nullopt where there is none to read.
std::optional<int> status_code(const Message& response);

/// The method of a request's start line (up to its first space); a view into `request.bytes`.
std::string_view request_method(const Message& request);
/// The request target of a request's start line (between its first and its last space); a view into `request.bytes`,
/// empty where there is none.
std::string_view request_target(const Message& request);

}  // namespace httparity
