#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "wire/message.h"

namespace httparity {

/// The field lines of a head or a trailer section (RFC 9112, sections 5 and 7.1.2) and the blank line behind them.
struct FieldSection {
  std::vector<Field> fields;
  Span blank_line;  ///< CRLF or LF; the CR where the bytes stop at it; empty where they stop sooner
  std::size_t end = 0;
};

/// Indexes the section that begins at `begin`, in time linear in its length. Any bytes have an index: a line that
/// begins with SP or HTAB continues the field before it, and is a field of its own where there is none. REQUIRES: begin
/// <= bytes.size().
FieldSection index_fields(std::string_view bytes, std::size_t begin);

}  // namespace httparity
