#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// `name` as one part of a path that is safe and distinct on any file system: letters, digits, `-`, `_`, `.`, `=`, `,`,
/// `+` stay, a blank becomes `-`, anything else `_`. Where that changed more than blanks, or the name is empty, longer
/// than 80 bytes, reserved somewhere (CON, NUL ...), has upper case letters or begins or ends with a dot, digits of the
/// name's SHA-256 follow, so that two names never meet in one file.
std::string safe_file_name(std::string_view name);

}  // namespace httparity
