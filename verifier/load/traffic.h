#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "load/arrivals.h"
#include "load/matcher.h"
#include "load/outstanding.h"
#include "load/request_set.h"
#include "load/tally.h"

namespace httparity {

/// What one connection has under way; the engine owns the socket. What every answer needs stands first, together:
/// among thousands of connections each line of it that lies elsewhere is a miss.
struct alignas(64) LoadConnection {
  std::size_t set = 0;         ///< which request set it works through
  std::size_t turn = 0;        ///< position in that set's order
  std::uint32_t answered = 0;  ///< the request whose answer came last
  bool matching = false;       ///< bytes of the oldest one's answer have come
  bool reused = false;         ///< an answer has come on this socket
  bool up = false;             ///< the socket is connected
  bool waiting = false;        ///< listed as idle (open loop)
  std::string_view unsent;     ///< into `buffer` or a template
  OutstandingRequests outstanding;
  Match match;  ///< of the oldest one's answer

  std::vector<Outstanding> again;  ///< to be sent on the next connection
  std::string buffer;              ///< request bytes with values of their own
};

/// Has the cache fetch what the next bytes on `connection` will need, `after` bytes behind its end included.
inline void fetch_ahead(const LoadConnection& connection, std::size_t after) {
  constexpr std::size_t kHot = 192;
  const auto* at = reinterpret_cast<const char*>(&connection);
  for (std::size_t line = 0; line < kHot; line += 64) __builtin_prefetch(at + line, 1);
  for (std::size_t line = 0; line < after; line += 64) __builtin_prefetch(at + sizeof(LoadConnection) + line);
}

struct TrafficPlan {
  UniqueSpace unique;
  std::uint32_t thread = 0;
  std::size_t depth = 1;  ///< requests in flight on a connection
  bool check = true;      ///< false only in benchmarks: answers are counted by length
  Limits limits;
  SeenValues* seen = nullptr;  ///< the fresh values of all threads, must outlive the traffic; null: of this one alone
};

/// The protocol side of one thread's load: which request is due, what each answer is worth. No I/O and no clock of its
/// own; an engine brings bytes and times.
class Traffic {
 public:
  Traffic(const std::vector<RequestSet>& sets, const TrafficPlan& plan);

  enum class Phase { kWarmup, kTimed, kDrain };
  /// Goes on to `phase` at `now`.
  void enter(Phase phase, Clock::time_point now);
  Phase phase() const { return phase_; }
  /// What is due at `end` or later isn't sent: the timed part ends there.
  void limit_time(Clock::time_point end) { end_ = end; }
  /// No more than this many requests are started in the timed part.
  void limit_requests(std::uint64_t count) { requests_left_ = count; }
  /// Makes an open loop of one lane; the others stay closed loops.
  void follow(std::size_t lane, const Arrivals& arrivals) { lanes_[lane].arrivals = arrivals; }
  bool exhausted() const { return requests_left_ == 0; }

  enum class Next { kGoOn, kClose };
  /// The connection stands and may send. `wanted` is since when: what a closed loop sends on it was to start then, so
  /// that the connect is part of the latency of the requests that waited for it.
  void on_connected(LoadConnection& connection, Clock::time_point wanted, Clock::time_point now);
  Next on_bytes(LoadConnection& connection, std::string_view bytes, Clock::time_point now);
  /// The peer ended the connection; the engine opens it again unless the load is over.
  void on_end(LoadConnection& connection, StreamEnd how, Clock::time_point now);
  /// The oldest answer is overdue.
  void on_timeout(LoadConnection& connection, Clock::time_point now);
  /// Starts what is due by `now` on idle connections (open loop).
  void on_time(Clock::time_point now);
  /// The connection is still needed: the load goes on, or requests are to be sent again on it.
  bool needs(const LoadConnection& connection) const { return phase_ != Phase::kDrain || !connection.again.empty(); }
  /// When `on_time` wants to be called; nullopt in a closed loop.
  std::optional<Clock::time_point> next_due() const;
  /// How late the oldest arrival is that was not sent yet; 0 where all are, and where a closed loop runs beside, which
  /// keeps the client busy whatever the server does.
  std::chrono::nanoseconds behind(Clock::time_point now) const;
  /// How long bytes had been here before they were read (kernel times).
  void on_delay(std::chrono::nanoseconds delay) {
    if (phase_ == Phase::kTimed) tally_.client_delay.record(delay);
  }
  /// Something that went wrong between sockets, with its moment.
  void count_error(LoadError error, std::string what, Clock::time_point now);
  /// Connections that `on_time` gave something to send, since the last call.
  std::vector<LoadConnection*> take_ready() { return std::exchange(ready_, {}); }

  /// Right answers so far, warm-up included.
  std::uint64_t answers() const { return answers_; }
  /// Requests without an answer yet, those to be sent again included.
  std::size_t in_flight() const { return in_flight_; }
  Tally& tally() { return tally_; }
  /// The end: what is still out is counted as unanswered.
  Tally finish();

 private:
  /// Connections that share a schedule, or go on at once.
  struct Lane {
    std::optional<Arrivals> arrivals;  // open loop
    std::deque<LoadConnection*> idle;
  };

  Lane& lane_of(const LoadConnection& connection) { return lanes_[sets_[connection.set].lane]; }
  LaneTally& lane_tally_of(const LoadConnection& connection) { return tally_.lanes[sets_[connection.set].lane]; }
  void send_due(std::size_t lane, Clock::time_point now);
  void start(LoadConnection& connection, Clock::time_point intended, Clock::time_point now);
  void send(LoadConnection& connection, Outstanding request, Clock::time_point now);
  void fill(LoadConnection& connection, Clock::time_point wanted, Clock::time_point now);
  void begin_match(LoadConnection& connection);
  void count_unanswered();
  void count_valid(const LoadConnection& connection, const Outstanding& request, Clock::time_point now);
  void count_invalid(LoadConnection& connection, const Outstanding& request, Clock::time_point now);
  void count_surplus(const LoadConnection& connection, std::string_view bytes, Clock::time_point now);
  SecondTally& second_of(Clock::time_point now);
  void list_idle(LoadConnection& connection);
  void drop_all(LoadConnection& connection, bool unseen);
  bool may_repeat(const LoadConnection& connection, const Outstanding& request) const;

  const std::vector<RequestSet>& sets_;
  TrafficPlan plan_;
  std::vector<Lane> lanes_;
  SeenValues own_seen_;
  std::vector<std::vector<LiveExpectation>> live_;
  Phase phase_ = Phase::kWarmup;
  Clock::time_point begin_;
  Clock::time_point timed_from_;
  Clock::time_point end_ = Clock::time_point::max();
  std::uint64_t requests_left_ = UINT64_MAX;
  std::uint64_t ordinal_ = 0;
  std::size_t in_flight_ = 0;
  std::uint64_t answers_ = 0;
  std::vector<LoadConnection*> ready_;
  Tally tally_;
};

}  // namespace httparity
