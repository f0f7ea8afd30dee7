#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/text.h"

namespace httparity {

ProgressLine::ProgressLine() {
  const char* term = std::getenv("TERM");
  on_terminal_ = isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!on_terminal_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{} of {} scenarios, {} exchanges, {} stand out", progress.scenarios_done,
             progress.scenarios, progress.exchanges, progress.standing_out);
  std::fflush(stderr);
}

void ProgressLine::show_text(const std::string& text) {
  if (!on_terminal_) return;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}", escape_bytes(text));
  std::fflush(stderr);
}

}  // namespace httparity
