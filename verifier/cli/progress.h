#pragma once

#include <chrono>
#include <string>

#include "run/verify.h"

namespace httparity {

/// One line on standard error that says how far a run is, where that is a terminal; nothing elsewhere.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  /// Shows `text`, whose moment is over when the next one comes: always at once.
  void show_text(const std::string& text);

 private:
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace httparity
