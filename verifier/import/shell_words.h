#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// One simple command in the words of a POSIX shell.
struct ShellCommand {
  std::vector<std::string> words;
  std::size_t line = 0;  ///< where it begins, from 1
  bool is_plain = true;  ///< false: it holds what only a shell can work out (`$x`, backquotes, pipes, redirections)

  friend bool operator==(const ShellCommand&, const ShellCommand&) = default;
};

/// Cuts `text` into commands: at line ends, `;` and `&&` outside of quotes. Quotes are single, double and `$'...'`
/// (with \n, \r, \t, \\, \', \", \xHH, \uHHHH); a backslash before a line end joins lines; `#` begins a comment. Total.
std::vector<ShellCommand> shell_commands(std::string_view text);

}  // namespace httparity
