#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace {

constexpr int kInternalError = 70;
constexpr int kOutputFailed = 74;

int run(const std::vector<std::string>& words) {
  const httparity::ParsedCommandLine parsed = httparity::parse_command_line(words);
  if (parsed.line) return httparity::run_command_line(*parsed.line);
  if (parsed.exit != 0) {
    fmt::print(stderr, "{}", parsed.text);
    return parsed.exit;
  }
  return httparity::write_stdout(parsed.text) == httparity::OutputEnd::kFailed ? kOutputFailed : 0;
}

}  // namespace

int main(int argc, char** argv) {
  // Nothing of ours throws; memory that runs out does, in libraries.
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "httparity: internal error: %s\n", error.what());
    return kInternalError;
  }
}
