#pragma once

#include <string>
#include <string_view>

namespace httparity::html {

/// The choices that the standard's serialisation leaves or that changed over time.
struct SerialiseOptions {
  bool scripting = false;                   ///< noscript holds raw text iff scripting is on
  bool escape_angles_in_attributes = true;  ///< `<` and `>` in attribute values, as since 2025
  bool pi_question_mark = false;            ///< `<?target data?>` rather than `<?target data>`
};

/// The fragment serialisation of a tape (WHATWG HTML, section 13.3, "Serializing HTML fragments"): of a document's or
/// fragment's children. Templates serialise their contents. No newline is put back after pre, textarea or listing.
/// Iterative. REQUIRES: `is_whole_tape(tape)`.
std::string serialise_tree(std::string_view tape, const SerialiseOptions& options = {});

}  // namespace httparity::html
