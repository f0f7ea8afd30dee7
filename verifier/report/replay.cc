#include "report/replay.h"

#include <fmt/format.h>

#include <algorithm>

namespace httparity {
namespace {

bool is_printable(char c) {
  return c >= 0x20 && c < 0x7f;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_./:,=@%+").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quote(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  const bool printable = std::all_of(word.begin(), word.end(), is_printable);
  std::string out = printable ? "'" : "$'";
  for (const char c : word) {
    if (printable) {
      out += c == '\'' ? "'\\''" : std::string(1, c);
    } else if (c == '\'' || c == '\\') {
      out += '\\';
      out += c;
    } else {
      // Octal, always three digits: a hexadecimal escape would swallow a digit that follows.
      out += is_printable(c) ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return out + "'";
}

std::string glob_quote(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '*' || c == '?' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string replay_command(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step) {
  std::string command = fmt::format("httparity {} {}", envelope.command, shell_quote(scenario.contract));
  std::string only = glob_quote(scenario.name);
  if (!scenario.variant.empty()) only += "/" + glob_quote(scenario.variant);
  command += " --only " + shell_quote(only) + " --step " + shell_quote(glob_quote(step.name));
  for (const std::string& option : envelope.replay) command += " " + shell_quote(option);
  return command;
}

}  // namespace httparity
