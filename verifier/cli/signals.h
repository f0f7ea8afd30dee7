#pragma once

#include <optional>
#include <stop_token>
#include <thread>

#include "result/run_result.h"

namespace httparity {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP asks for a stop, and a second one ends the process at once.
/// A write to a closed pipe is an error of that write and no more. One at a time.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// The signal that asked for the stop.
  std::optional<Interruption> interrupted() const;

 private:
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace httparity
