#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "transport/outgoing.h"

namespace httparity {

/// The bytes of some requests and when each of them may go: those of one send together, the next after its pause.
/// Requests without a plan go out in one send.
class PacedSender {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit PacedSender(std::span<const Outgoing> requests);

  /// What may be sent at `now`; empty while a pause lasts and when all is sent. It dies with the next call.
  std::string_view due(Time now) const;
  /// `count` bytes of what was due went out at `now`.
  void sent(std::size_t count, Time now);

  bool done() const { return place_ == bytes_.size(); }
  /// A pause lasts until `pause_end()`.
  bool pausing(Time now) const { return !done() && now < pause_end_; }
  Time pause_end() const { return pause_end_; }
  /// How many requests are out as a whole.
  std::size_t requests_sent() const { return requests_sent_; }

 private:
  struct Piece {
    std::size_t end = 0;
    std::chrono::milliseconds pause{0};
  };

  std::string bytes_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> request_ends_;
  std::size_t place_ = 0;
  std::size_t piece_ = 0;
  std::size_t requests_sent_ = 0;
  Time pause_end_{};
};

}  // namespace httparity
