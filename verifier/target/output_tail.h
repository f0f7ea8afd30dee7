#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include "base/descriptor.h"

namespace httparity {

/// Reads a pipe to its end on a thread of its own, so that whoever writes to it never waits, and keeps the last
/// `kKeptBytes`.
class OutputTail {
 public:
  static constexpr std::size_t kKeptBytes = 64 * 1024;

  explicit OutputTail(Descriptor pipe);
  /// Takes what is in the pipe now, and stops.
  ~OutputTail();
  OutputTail(const OutputTail&) = delete;
  OutputTail& operator=(const OutputTail&) = delete;

  /// What was kept so far. Thread-safe.
  std::string text() const;
  /// Takes what is in the pipe now, and stops; `text` is final then.
  void finish();

 private:
  enum class Took { kSome, kNothing, kEnd };

  void read_on();
  Took take_some();

  Descriptor pipe_;
  Descriptor stop_;
  mutable std::mutex mutex_;
  std::string kept_;  // up to twice kKeptBytes, so that cutting is rare
  std::jthread reader_;
};

}  // namespace httparity
