#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"

namespace httparity::html {

/// A child process with pipes on its stdin, stdout and stderr, in a process group of its own that ends with it, with
/// this object, and with this process (guard.h). None of its operations blocks longer than asked.
class Child {
 public:
  enum class Event { kProgress, kEnded, kTimeout };

  /// Starts `command` through `sh -c`. From the first start on, this process ignores SIGPIPE.
  static Result<std::unique_ptr<Child>> start(const std::string& command);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Queues bytes for its stdin.
  void send(std::string_view bytes) { outgoing_.append(bytes); }
  /// Moves bytes both ways until something was received on stdout, the child ended its stdout, or `deadline` passed.
  Event pump(std::chrono::steady_clock::time_point deadline);
  /// Moves what can be moved without waiting.
  void pump_once() { exchange(0); }

  /// What its stdout said and nobody took yet.
  std::string& incoming() { return incoming_; }
  /// The last 4 KiB of its stderr.
  const std::string& messages() const { return messages_; }
  /// How it ended: "exit 3", "signal 11"; after a stop by us "stopped". Reaps it.
  std::string stop();

 private:
  Child() = default;
  bool exchange(int timeout_ms);
  bool drain(int& fd, std::string& into);
  void flush();

  pid_t pid_ = -1;  ///< of its guard
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string outgoing_;
  std::size_t sent_ = 0;
  std::string incoming_;
  std::string messages_;
};

}  // namespace httparity::html
