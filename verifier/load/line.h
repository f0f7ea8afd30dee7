#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "load/engine.h"
#include "load/tls_client.h"

namespace httparity {

/// The client's end of one connection, over and over: connecting, TLS handshake, up, closed. It counts what the connect
/// phase takes and costs: time, SYN retries, resumed sessions, what failed.
class Line {
 public:
  enum class State { kClosed, kConnecting, kHandshaking, kUp };

  /// Both must outlive it.
  Line(const EnginePlan& plan, Traffic& traffic) : plan_(&plan), traffic_(&traffic) {}

  /// Begins to connect from source number `turn` modulo their count. Closed afterwards where that can't be done, or not
  /// now (the accept queue of a Unix socket is full): then it is to be opened again a little later.
  void open(std::size_t turn, Clock::time_point now);
  /// Goes on where the socket is ready for what `wants_write` says.
  void advance(Clock::time_point now);
  void close();
  /// True where the connect has taken longer than the plan allows: then it is counted and the line closed.
  bool overdue(Clock::time_point now);

  State state() const { return state_; }
  bool wants_write() const { return wants_write_; }
  int fd() const { return fd_.get(); }
  SSL* ssl() const { return ssl_.get(); }
  /// Since when it has been wanted: the first `open` after it was last up.
  Clock::time_point wanted_since() const { return wanted_since_; }
  /// Why the last `open` or `advance` left it closed, with the cure; empty where a later try may do better.
  const std::string& failure() const { return failure_; }

 private:
  void fail(LoadError error, std::string what, Clock::time_point now);
  void on_connected(Clock::time_point now);
  void go_on_with_tls(Clock::time_point now);
  void on_up(Clock::time_point now);

  // First what every read and write asks for.
  Descriptor fd_;
  State state_ = State::kClosed;
  bool wants_write_ = true;
  bool wanted_ = false;
  Ssl ssl_;
  const EnginePlan* plan_;
  Traffic* traffic_;
  SslSession session_;  // of the connection before
  Clock::time_point wanted_since_;
  Clock::time_point began_;
  std::string failure_;
};

}  // namespace httparity
