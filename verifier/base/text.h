#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// `bytes` for a person to read, in printable ASCII: CR, LF, TAB, `\` as `\r`, `\n`, `\t`, `\\`, any other byte
/// outside 0x20..0x7E as `\xHH`. What a peer sent can't move the cursor, colour, reorder or end a line.
std::string escape_bytes(std::string_view bytes);

/// The same for text that is made for readers already (an error, a note, a part's name), where `\` stands for itself:
/// escapes in it are not escaped again, and nothing unprintable gets through.
std::string escape_unprintable(std::string_view text);

/// ASCII letters compare equal in either case; all other bytes exactly (RFC 9110, section 5.1: field names).
bool equal_ignoring_case(std::string_view x, std::string_view y);

/// ASCII upper case letters lowered, all other bytes kept.
std::string lower(std::string_view bytes);

/// What stands before, between and behind each `at`; without one, `text` as it is.
std::vector<std::string_view> split(std::string_view text, char at);

}  // namespace httparity
