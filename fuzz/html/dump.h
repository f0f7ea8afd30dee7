#pragma once

#include <string>
#include <string_view>

namespace httparity::html {

/// The tree of a tape in the WPT tree format (html5lib-tests, "Tree Construction Tests"), byte exact, each line ended
/// by LF: `| ` and two spaces a level, attributes sorted by the UTF-16 code units of their prefixed names, `content`
/// above a template's contents, processing instructions as `<?target data?>`, text with its newlines as they are.
/// Adjacent texts stay apart. Iterative: a tree may be as deep as its input is long.
/// REQUIRES: `is_whole_tape(tape)`; what comes after damage is left out.
std::string dump_tree(std::string_view tape);
/// True where the dumps of two tapes are the same bytes; neither is made.
bool dumps_alike(std::string_view tape, std::string_view other);

/// Orders UTF-8 strings as their UTF-16 code units order (a supplementary character before U+E000..U+FFFF).
bool utf16_less(std::string_view x, std::string_view y);

/// `tape` with each run of adjacent texts joined to one: for ports whose tree comes from a DOM that splits texts.
std::string merge_adjacent_text(std::string_view tape);

}  // namespace httparity::html
