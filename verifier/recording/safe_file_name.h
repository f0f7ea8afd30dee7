#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// `name` as one part of a path that is safe on any file system and that no other name shares, even where case does
/// not count: letters, digits and `-` `.` `=` `,` `+` stay, a blank becomes `_`, any other byte `~`. Where that could
/// be another name's, `-` and twelve digits of the name's SHA-256 follow: with any other byte or `_` in it, an upper
/// case letter, a dot at an end, over 80 bytes (64 of which stay), nothing at all, a name that is reserved somewhere
/// (con, nul ...), or such digits at its end.
std::string safe_file_name(std::string_view name);

}  // namespace httparity
