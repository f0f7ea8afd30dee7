#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "transport/answer_collector.h"
#include "transport/byte_stream.h"
#include "transport/options.h"
#include "transport/outgoing.h"
#include "transport/paced_sender.h"

namespace httparity {

/// What a task came to.
struct TaskResult {
  std::vector<Exchange> exchanges;      ///< empty where `error` is set
  std::optional<TransportError> error;  ///< no exchange took place
  std::optional<TimeLimit> timed_out;
  bool reusable = false;  ///< the stream is open, silent and has nothing half sent or half read on it
};

/// One group of requests on one stream, from connecting to the settled fate, as a machine that never blocks: call
/// `step` when what it waits for is there or due, until `done`. It knows no clock but the times that it is given.
class ExchangeTask {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// How the task finds its stream.
  enum class Found {
    kNew,        ///< to be connected
    kConnected,  ///< there already
    kSilent,     ///< there already, and read until nothing more was there just now
  };

  /// `stream` must outlive the task. `late`: what came on a connected one since its last exchange.
  /// REQUIRES: at least one request.
  ExchangeTask(ByteStream& stream, const TransportOptions& options, std::vector<Outgoing> requests, Time start,
               Found found, std::string_view late = {});

  void step(Time now);
  bool done() const { return phase_ == Phase::kDone; }

  /// Appends what to poll for.
  void wait_for(std::vector<pollfd>& into, Time now) const;
  /// When `step` wants to be called even though nothing that it polls for is there.
  Time due(Time now) const;

  /// REQUIRES: done(); call once.
  TaskResult take();

 private:
  enum class Phase { kConnecting, kExchanging, kDone };

  void step_connecting(Time now);
  void send(Time now);
  void receive(Time now);
  void look_at_time(Time now);
  bool is_settling() const { return collector_.all_answered() || collector_.unreadable(); }
  bool is_reading_slowly() const;
  std::chrono::milliseconds quiet_time() const;
  /// The first time limit that will pass, and which.
  std::pair<Time, TimeLimit> next_limit() const;
  void finish(Fate fate, bool reusable = false);
  void note_answers(Time now);

  ByteStream& stream_;
  const TransportOptions& options_;
  std::vector<Outgoing> requests_;
  PacedSender sender_;
  AnswerCollector collector_;
  Phase phase_ = Phase::kConnecting;
  Time start_;
  Time answer_start_;   ///< when the answer that is read now could begin at the earliest
  Time last_progress_;  ///< of bytes in either direction
  Time next_read_{};    ///< a slow reader's
  bool send_blocked_ = false;
  bool send_broken_ = false;
  bool reset_seen_ = false;
  bool silent_ = false;        ///< nothing is there to read until polling says so
  bool drained_ = true;        ///< the stream had nothing more when it was asked last
  bool more_to_read_ = false;  ///< the last step stopped reading to let others have their turn
  std::size_t seen_current_ = 0;
  std::optional<std::size_t> held_little_;
  TaskResult result_;
};

}  // namespace httparity
