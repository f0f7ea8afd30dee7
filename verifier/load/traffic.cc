#include "load/traffic.h"

#include <algorithm>
#include <utility>

namespace httparity {

Traffic::Traffic(const std::vector<RequestSet>& sets, const TrafficPlan& plan) : sets_(sets), plan_(plan) {
  std::size_t most = 0;
  std::size_t lanes = 1;
  for (const RequestSet& set : sets_) {
    auto& live = live_.emplace_back();
    for (const RequestTemplate& request : set.templates)
      live.emplace_back(request.expectation, request.alternatives, plan_.seen != nullptr ? *plan_.seen : own_seen_);
    most = std::max(most, set.templates.size());
    lanes = std::max(lanes, set.lane + 1);
  }
  lanes_.resize(lanes);
  tally_.lanes.resize(lanes);
  tally_.requests.resize(most);
}

void Traffic::enter(Phase phase, Clock::time_point now) {
  if (phase == Phase::kWarmup) begin_ = now;
  if (phase == Phase::kTimed) {
    timed_from_ = now;
    tally_.carried_in = in_flight_;
  }
  if (phase == Phase::kDrain) {
    now = std::min(now, end_);
    tally_.timed = now - timed_from_;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      std::optional<Arrivals>& arrivals = lanes_[lane].arrivals;
      for (; arrivals && requests_left_ > 0 && arrivals->next() < now; arrivals->advance()) {
        ++tally_.lanes[lane].due;
        ++tally_.lanes[lane].backlog_at_end;
      }
    }
  }
  phase_ = phase;
}

void Traffic::on_connected(LoadConnection& connection, Clock::time_point wanted, Clock::time_point now) {
  connection.up = true;
  connection.reused = false;
  connection.matching = false;
  connection.outstanding.reserve(plan_.depth);
  for (const Outstanding& request : std::exchange(connection.again, {})) {
    --in_flight_;
    send(connection, request, now);
  }
  fill(connection, wanted, now);
}

// Closed loop: up to the depth at once. Open loop: the connection waits for what is due.
void Traffic::fill(LoadConnection& connection, Clock::time_point wanted, Clock::time_point now) {
  if (lane_of(connection).arrivals) {
    list_idle(connection);
    send_due(sets_[connection.set].lane, now);
    return;
  }
  while (connection.outstanding.size() < plan_.depth && phase_ != Phase::kDrain && now < end_) {
    const std::size_t before = connection.outstanding.size();
    start(connection, wanted, now);
    if (connection.outstanding.size() == before) break;
  }
}

void Traffic::list_idle(LoadConnection& connection) {
  if (connection.waiting || connection.outstanding.size() >= plan_.depth) return;
  connection.waiting = true;
  lane_of(connection).idle.push_back(&connection);
}

void Traffic::start(LoadConnection& connection, Clock::time_point intended, Clock::time_point now) {
  if (phase_ == Phase::kTimed) {
    if (requests_left_ == 0) return;
    --requests_left_;
  }
  const RequestSet& set = sets_[connection.set];
  Outstanding request;
  request.request = set.order[connection.turn];
  if (++connection.turn == set.order.size()) connection.turn = 0;
  request.intended = intended;
  if (!set.templates[request.request].unique.empty())
    write_unique(plan_.unique, plan_.thread, ordinal_++, request.token.data());
  if (set.templates[request.request].audited) tally_.audited_sent.push_back({request.request, request.token});
  if (phase_ == Phase::kTimed) {
    ++tally_.started;
    if (lane_of(connection).arrivals) lane_tally_of(connection).lateness.record(now - intended);
  }
  send(connection, request, now);
}

void Traffic::send(LoadConnection& connection, Outstanding request, Clock::time_point now) {
  const RequestTemplate& from = sets_[connection.set].templates[request.request];
  request.sent = now;
  connection.outstanding.push_back(request);
  ++in_flight_;
  if (connection.outstanding.size() == 1) begin_match(connection);
  if (connection.unsent.empty() && from.unique.empty()) {
    connection.unsent = from.bytes;
    return;
  }
  std::string joined(connection.unsent);
  const std::size_t base = joined.size();
  joined += from.bytes;
  for (const Span& span : from.unique) {
    std::copy(request.token.begin(), request.token.end(),
              joined.begin() + static_cast<std::ptrdiff_t>(base + span.begin));
  }
  connection.buffer = std::move(joined);
  connection.unsent = connection.buffer;
}

void Traffic::begin_match(LoadConnection& connection) {
  const Outstanding& oldest = connection.outstanding.front();
  LiveExpectation& live = live_[connection.set][oldest.request];
  std::string_view echo(oldest.token.data(), oldest.token.size());
  if (sets_[connection.set].templates[oldest.request].unique.empty()) echo = {};
  connection.match.begin(live, echo, plan_.limits);
  connection.matching = false;
}

Traffic::Next Traffic::on_bytes(LoadConnection& connection, std::string_view bytes, Clock::time_point now) {
  while (!bytes.empty()) {
    if (connection.outstanding.empty()) {
      count_surplus(connection, bytes, now);
      return Next::kClose;
    }
    connection.matching = true;
    const MatchProgress progress = plan_.check ? connection.match.feed(bytes) : connection.match.skip(bytes);
    bytes.remove_prefix(progress.taken);
    if (progress.step == MatchStep::kNeedMore) return Next::kGoOn;
    const Outstanding request = connection.outstanding.front();
    if (progress.step == MatchStep::kInvalid) {
      count_invalid(connection, request, now);
      connection.outstanding.pop_front();
      --in_flight_;
      drop_all(connection, false);
      return Next::kClose;
    }
    count_valid(connection, request, now);
    const LiveExpectation& live = live_[connection.set][request.request];
    const Fate fate = live.answers[connection.match.answer()].expectation->exchange.fate;
    connection.outstanding.pop_front();
    --in_flight_;
    connection.reused = true;
    connection.answered = request.request;
    if (!connection.outstanding.empty()) begin_match(connection);
    if (fate == Fate::kFin) {
      drop_all(connection, true);  // a server that closes looks at nothing behind it (RFC 9112, section 9.6)
      return Next::kClose;
    }
    if (bytes.empty() || connection.outstanding.empty()) {
      if (!bytes.empty()) continue;
      fill(connection, now, now);
    }
  }
  return Next::kGoOn;
}

void Traffic::count_error(LoadError error, std::string what, Clock::time_point now) {
  tally_.count_error(error, std::move(what), begin_ == Clock::time_point{} ? Clock::duration{0} : now - begin_);
}

void Traffic::on_end(LoadConnection& connection, StreamEnd how, Clock::time_point now) {
  connection.unsent = {};
  connection.up = false;
  if (connection.outstanding.empty()) return;
  Outstanding request = connection.outstanding.front();
  if (connection.matching) {
    const MatchStep step = connection.match.end(how);
    if (step == MatchStep::kValid) {
      count_valid(connection, request, now);
    } else {
      if (how == StreamEnd::kRst) {
        count_error(LoadError::kResetInside,
                    "reset after " + std::to_string(connection.match.received_bytes()) + " bytes", now);
      }
      count_invalid(connection, request, now);
    }
    connection.outstanding.pop_front();
    --in_flight_;
  } else if (connection.reused && !request.sent_again && may_repeat(connection, request)) {
    count_error(LoadError::kIdleClose, "closed before any byte of the answer", now);
  } else {
    count_error(LoadError::kResetBeforeFirstByte, "ended before any byte of the answer", now);
    ++second_of(now).errors;
    connection.outstanding.pop_front();
    --in_flight_;
    count_unanswered();
  }
  drop_all(connection, false);
}

// Whether it does no harm that the server may have acted on it already (RFC 9110, section 9.2.2).
bool Traffic::may_repeat(const LoadConnection& connection, const Outstanding& request) const {
  const std::string_view bytes = sets_[connection.set].templates[request.request].bytes;
  const std::string_view method = bytes.substr(0, bytes.find(' '));
  return method == "GET" || method == "HEAD" || method == "PUT" || method == "DELETE" || method == "OPTIONS" ||
         method == "TRACE";
}

// What was sent behind the last answer goes out again, once, on the next connection, if the server has not seen it or
// may see it twice.
void Traffic::drop_all(LoadConnection& connection, bool unseen) {
  for (std::size_t i = 0; i < connection.outstanding.size(); ++i) {
    Outstanding& request = connection.outstanding[i];
    if (request.sent_again || !(unseen || may_repeat(connection, request))) {
      --in_flight_;
      count_unanswered();
      continue;
    }
    request.sent_again = true;
    connection.again.push_back(request);
  }
  connection.outstanding.clear();
  connection.up = false;
  connection.unsent = {};
  connection.matching = false;
}

void Traffic::on_timeout(LoadConnection& connection, Clock::time_point now) {
  const LoadError error = connection.matching ? LoadError::kStalledInside : LoadError::kTimeoutFirstByte;
  count_error(error, "after " + std::to_string(connection.match.received_bytes()) + " bytes", now);
  ++second_of(now).errors;
  if (connection.outstanding.empty()) return;
  const Outstanding oldest = connection.outstanding.front();
  // What has come is wrong, whatever would have followed.
  const bool wrong = connection.matching && connection.match.deviates() &&
                     connection.match.end(StreamEnd::kSilence) == MatchStep::kInvalid;
  if (wrong) {
    count_invalid(connection, oldest, now);
  } else {
    count_unanswered();
  }
  --in_flight_;
  connection.outstanding.pop_front();
  drop_all(connection, false);
}

void Traffic::on_time(Clock::time_point now) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) send_due(lane, now);
}

void Traffic::send_due(std::size_t lane, Clock::time_point now) {
  std::optional<Arrivals>& arrivals = lanes_[lane].arrivals;
  std::deque<LoadConnection*>& idle = lanes_[lane].idle;
  if (!arrivals || phase_ == Phase::kDrain) return;
  while (requests_left_ > 0 && arrivals->next() <= now && arrivals->next() < end_ && !idle.empty()) {
    LoadConnection& connection = *idle.front();
    idle.pop_front();
    connection.waiting = false;
    if (!connection.up) continue;
    if (phase_ == Phase::kTimed) ++tally_.lanes[lane].due;
    start(connection, arrivals->next(), now);
    arrivals->advance();
    if (!connection.unsent.empty()) ready_.push_back(&connection);
    list_idle(connection);
  }
}

std::optional<Clock::time_point> Traffic::next_due() const {
  std::optional<Clock::time_point> out;
  if (phase_ == Phase::kDrain) return out;
  for (const Lane& lane : lanes_) {
    if (!lane.arrivals || lane.idle.empty() || lane.arrivals->next() >= end_) continue;
    if (!out || lane.arrivals->next() < *out) out = lane.arrivals->next();
  }
  return out;
}

std::chrono::nanoseconds Traffic::behind(Clock::time_point now) const {
  std::chrono::nanoseconds out{0};
  for (const Lane& lane : lanes_) {
    if (!lane.arrivals) return std::chrono::nanoseconds(0);
    out = std::max<std::chrono::nanoseconds>(out, now - lane.arrivals->next());
  }
  return out;
}

SecondTally& Traffic::second_of(Clock::time_point now) {
  const auto second =
      phase_ == Phase::kWarmup ? 0 : std::chrono::duration_cast<std::chrono::seconds>(now - timed_from_).count();
  const auto index = static_cast<std::size_t>(std::clamp<std::int64_t>(second, 0, 1'000'000));
  if (tally_.seconds.size() <= index) tally_.seconds.resize(index + 1);
  return tally_.seconds[index];
}

// A request that is out when the timed part begins belongs to it, whenever it was sent.
void Traffic::count_unanswered() {
  if (phase_ != Phase::kWarmup) ++tally_.unanswered;
}

// An answer counts by when its last byte comes: so the rate is that of the answers that came in the timed part, however
// long each of them took.
void Traffic::count_valid(const LoadConnection& connection, const Outstanding& request, Clock::time_point now) {
  ++answers_;
  if (sets_[connection.set].templates[request.request].audited) {
    tally_.audited_acknowledged.push_back({request.request, request.token});
  }
  if (phase_ == Phase::kWarmup) {
    ++tally_.warmup_valid;
    return;
  }
  if (phase_ == Phase::kDrain || now >= end_) {
    ++tally_.in_flight_at_end;
    return;
  }
  RequestTally& tally = tally_.requests[request.request];
  ++tally.valid;
  ++tally.by_answer[connection.match.answer()];
  tally.bytes += connection.match.received_bytes();
  tally.service.record(now - request.sent);
  tally.response.record(now - request.intended);
  ++lane_tally_of(connection).valid;
  SecondTally& second = second_of(now);
  ++second.valid;
  second.service_ns += static_cast<std::uint64_t>((now - request.sent).count());
}

void Traffic::count_invalid(LoadConnection& connection, const Outstanding& request, Clock::time_point now) {
  if (phase_ != Phase::kWarmup) {
    ++tally_.requests[request.request].invalid;
    ++second_of(now).invalid;
  } else {
    ++tally_.warmup_invalid;
  }
  tally_.keep_wrong({connection.set, request.request, connection.match.answer(), connection.match.received(),
                     connection.match.verdict(), now - begin_});
}

// Bytes behind an answer: nobody asked for them, and a client that goes on would take them for the next answer's.
void Traffic::count_surplus(const LoadConnection& connection, std::string_view bytes, Clock::time_point now) {
  constexpr std::size_t kKeptBytes = 4096;
  count_error(LoadError::kSurplus, std::to_string(bytes.size()) + " bytes with no request outstanding", now);
  ++second_of(now).errors;
  const Expectation& expected = sets_[connection.set].templates[connection.answered].expectation;
  WrongAnswer wrong;
  wrong.set = connection.set;
  wrong.request = connection.answered;
  wrong.received = expected.exchange;
  wrong.received.surplus = bytes.substr(0, kKeptBytes);
  wrong.verdict.outcome = Outcome::kDiffers;
  Difference surplus;
  surplus.kind = DifferenceKind::kSurplusBytes;
  surplus.part = "bytes behind the response";
  surplus.where = Where::kSurplus;
  surplus.port = {{0, wrong.received.surplus.size()}, wrong.received.surplus};
  wrong.verdict.differences.push_back(std::move(surplus));
  wrong.at = now - begin_;
  tally_.keep_wrong(std::move(wrong));
}

Tally Traffic::finish() {
  if (phase_ != Phase::kWarmup) tally_.unanswered += in_flight_;
  for (const auto& set : live_) {
    for (const LiveExpectation& live : set) tally_.compared_in_full += live.compared_in_full;
  }
  return std::move(tally_);
}

}  // namespace httparity
