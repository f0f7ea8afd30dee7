#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "wire/span.h"

namespace httparity {

/// One line of a head or trailer section. A line ends with LF, and with the CR before it where there is one
/// (RFC 9112, section 2.2). Where the bytes stop first, `end` is the CR that they stop at, or empty.
struct Line {
  Span content;
  Span end;
  bool complete = false;  ///< its LF is there

  bool blank() const { return content.empty() && !end.empty(); }
};

/// The line of `bytes` that begins at `begin`. REQUIRES: begin <= bytes.size().
Line line_at(std::string_view bytes, std::size_t begin);

/// What `take_line` did with its input.
struct LineStep {
  std::size_t taken = 0;  ///< bytes appended
  bool complete = false;  ///< the line's LF was among them
  bool over = false;      ///< the line goes on beyond `room`
};

/// Appends bytes of one line from `input` to `bytes`: up to its LF, or as many as there are, never more than `room`.
LineStep take_line(std::string& bytes, std::string_view input, std::size_t room);

}  // namespace httparity
