#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "wire/exchange.h"
#include "wire/limits.h"
#include "wire/response_reader.h"

namespace httparity {

/// Turns the bytes that come back on one connection into the exchanges of the requests that went out on it: each
/// request gets its answer in order, what is left belongs to the last one as surplus. No sockets, no clock.
class AnswerCollector {
 public:
  AnswerCollector(std::vector<Message> requests, const Limits& limits);

  /// Takes what came at `at`, counted from the start.
  void feed(std::string_view bytes, std::chrono::nanoseconds at);
  /// Request `index` was out as a whole at `at`.
  void sent(std::size_t index, std::chrono::nanoseconds at) { exchanges_[index].times.sent = at; }
  void connected(std::chrono::nanoseconds at) { exchanges_.front().times.connected = at; }

  /// Every request has its whole answer.
  bool all_answered() const { return current_ == exchanges_.size(); }
  /// An answer has no end that could be found: what follows is its surplus.
  bool unreadable() const { return unreadable_; }
  /// A limit was reached; no more bytes are taken.
  bool over_limit() const { return over_limit_; }
  /// The answer that is read now. REQUIRES: !all_answered().
  std::size_t current() const { return current_; }
  bool current_has_bytes() const { return current_has_bytes_; }
  /// The last answer, or its request, says that the peer will close. REQUIRES: all_answered().
  bool close_announced() const;

  /// Ends the stream as `fate` says; call once, then take.
  void finish(Fate fate);
  std::vector<Exchange> take() { return std::move(exchanges_); }

 private:
  void next_reader();
  void take_answer();
  void add_surplus(std::string_view bytes);

  Limits limits_;
  std::vector<Exchange> exchanges_;
  std::size_t current_ = 0;
  ResponseReader reader_;
  bool current_has_bytes_ = false;
  bool unreadable_ = false;
  bool over_limit_ = false;
};

}  // namespace httparity
