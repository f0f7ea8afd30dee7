#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace httparity {

/// All bytes of the regular file at `path` (symbolic links are followed). An error names the path and the cause: not
/// there, no regular file, unreadable, more than `max_bytes` (found without reading them).
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

/// Calls `take` with each line of the file at `path`, without its LF, and with nullopt in place of a line of more than
/// `max_line_bytes`. The file is never held whole.
Result<void> for_each_line(const std::string& path, std::size_t max_line_bytes,
                           const std::function<void(std::optional<std::string_view>)>& take);

/// Makes `bytes` the content of `path`, or leaves what was there: written beside it under a fresh name, flushed to the
/// disk, then renamed. A symbolic link at `path` is refused; a device or pipe is written to directly. The folder must
/// exist. New files have mode 0666 less the umask, replaced ones keep theirs.
Result<void> write_file(const std::string& path, std::string_view bytes);

/// A regular file, or a link to one, stands at `path`.
bool is_file(const std::string& path);

/// A folder, or a link to one, stands at `path`.
bool is_folder(const std::string& path);

/// `path` up to its last `/`, that included; empty where it has none: what a path relative to the file's folder is
/// appended to.
std::string folder_of(const std::string& path);

}  // namespace httparity
