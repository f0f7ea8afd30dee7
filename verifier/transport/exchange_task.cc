#include "transport/exchange_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace httparity {
namespace {

constexpr int kReadsInARow = 32;
constexpr std::size_t kReadBytes = 64 * 1024;

std::vector<Message> index_requests(const std::vector<Outgoing>& requests) {
  std::vector<Message> messages;
  messages.reserve(requests.size());
  for (const Outgoing& request : requests) messages.push_back(index_message(request.bytes));
  return messages;
}

}  // namespace

ExchangeTask::ExchangeTask(ByteStream& stream, const TransportOptions& options, std::vector<Outgoing> requests,
                           Time start, Found found, std::string_view late)
    : stream_(stream),
      options_(options),
      requests_(std::move(requests)),
      sender_(requests_),
      collector_(index_requests(requests_), options.limits),
      phase_(found == Found::kNew ? Phase::kConnecting : Phase::kExchanging),
      start_(start),
      answer_start_(start),
      last_progress_(start),
      silent_(found == Found::kSilent) {
  if (!late.empty()) collector_.feed(late, std::chrono::nanoseconds(0));
}

void ExchangeTask::step(Time now) {
  if (phase_ == Phase::kConnecting) step_connecting(now);
  if (phase_ != Phase::kExchanging) return;
  send(now);
  // The answer can't be there before it was asked for: polling says when it comes.
  if (std::exchange(silent_, false) && sender_.done() && !is_reading_slowly()) return;
  receive(now);
  if (phase_ == Phase::kExchanging) look_at_time(now);
}

void ExchangeTask::step_connecting(Time now) {
  const ByteStream::Connect connect = stream_.connect();
  if (connect == ByteStream::Connect::kPending && now < start_ + options_.time.connect) return;
  if (connect == ByteStream::Connect::kDone) {
    phase_ = Phase::kExchanging;
    collector_.connected(now - start_);
    last_progress_ = now;
    return;
  }
  phase_ = Phase::kDone;
  result_.error = stream_.error();
  if (!result_.error) {
    result_.error = TransportError{TransportError::Kind::kConnectTimeout,
                                   fmt::format("no connection within {} ms", options_.time.connect.count())};
  }
}

void ExchangeTask::send(Time now) {
  send_blocked_ = false;
  while (!send_broken_) {
    const std::string_view due = sender_.due(now);
    if (due.empty()) return;
    const IoResult sent = stream_.send(due);
    if (sent.status == IoStatus::kAgain) {
      send_blocked_ = true;
      return;
    }
    if (sent.status != IoStatus::kProgress) {
      // What the peer sent before it closed its ears is still to be read.
      send_broken_ = true;
      reset_seen_ = reset_seen_ || sent.status == IoStatus::kRst;
      return;
    }
    const std::size_t before = sender_.requests_sent();
    sender_.sent(sent.bytes, now);
    for (std::size_t i = before; i < sender_.requests_sent(); ++i) collector_.sent(i, now - start_);
    last_progress_ = now;
    if (sender_.done()) answer_start_ = now;
  }
}

bool ExchangeTask::is_reading_slowly() const {
  return !is_settling() && requests_[collector_.current()].read.bytes > 0;
}

void ExchangeTask::receive(Time now) {
  static thread_local std::array<char, kReadBytes> buffer;
  more_to_read_ = false;
  for (int reads = 0; reads < kReadsInARow; ++reads) {
    std::size_t size = buffer.size();
    const bool slow = is_reading_slowly();
    if (slow) {
      if (now < next_read_) return;
      const ReadPlan& plan = requests_[collector_.current()].read;
      size = std::min(size, plan.bytes);
      if (held_little_ != plan.bytes) {
        stream_.hold_little(plan.bytes);
        held_little_ = plan.bytes;
      }
    }
    const IoResult got = stream_.receive({buffer.data(), size});
    switch (got.status) {
      case IoStatus::kAgain:
        drained_ = true;
        return;
      case IoStatus::kFin:
        finish(reset_seen_ ? Fate::kRst : Fate::kFin);
        return;
      case IoStatus::kCut:
        finish(Fate::kCut);
        return;
      case IoStatus::kRst:
        finish(Fate::kRst);
        return;
      case IoStatus::kProgress:
        break;
    }
    drained_ = false;
    last_progress_ = now;
    if (slow) next_read_ = last_progress_ = now + requests_[collector_.current()].read.every;
    collector_.feed({buffer.data(), got.bytes}, now - start_);
    if (collector_.over_limit()) {
      finish(Fate::kOpen);
      return;
    }
    note_answers(now);
  }
  more_to_read_ = true;
}

void ExchangeTask::note_answers(Time now) {
  const std::size_t current = collector_.all_answered() ? requests_.size() : collector_.current();
  if (current == seen_current_) return;
  seen_current_ = current;
  answer_start_ = now;
}

std::chrono::milliseconds ExchangeTask::quiet_time() const {
  if (!collector_.all_answered()) return options_.settle;
  if (requests_.back().expect_close) return std::max(options_.settle, options_.time.idle);
  if (collector_.close_announced()) return std::max(options_.settle, options_.time.announced_close);
  return options_.settle;
}

std::pair<ExchangeTask::Time, TimeLimit> ExchangeTask::next_limit() const {
  const TimeLimits& time = options_.time;
  // Sending and connecting count for the first answer.
  const Time total_start = collector_.all_answered() || collector_.current() > 0 ? answer_start_ : start_;
  std::pair<Time, TimeLimit> limit{total_start + time.total, TimeLimit::kTotal};
  const bool waits_for_first_byte = sender_.done() && !is_settling() && !collector_.current_has_bytes();
  const std::pair<Time, TimeLimit> silence = waits_for_first_byte
                                                 ? std::pair{answer_start_ + time.first_byte, TimeLimit::kFirstByte}
                                                 : std::pair{last_progress_ + time.idle, TimeLimit::kIdle};
  return std::min(limit, silence, [](const auto& one, const auto& other) { return one.first < other.first; });
}

void ExchangeTask::look_at_time(Time now) {
  if (more_to_read_ || (is_reading_slowly() && now < next_read_)) return;
  const auto [at, limit] = next_limit();
  if (!is_settling()) {
    if (now < at) return;
    result_.timed_out = limit;
    finish(Fate::kStall);
    return;
  }
  // An early answer doesn't end the sending, a peer that takes no more of it does.
  const bool sending = !sender_.done() && !send_broken_ && !send_blocked_;
  const bool is_quiet = !sending && now >= last_progress_ + quiet_time();
  if (is_quiet || now >= at) finish(Fate::kOpen, sender_.done() && now < at);
}

void ExchangeTask::finish(Fate fate, bool reusable) {
  collector_.finish(fate);
  result_.exchanges = collector_.take();
  result_.reusable = reusable;
  phase_ = Phase::kDone;
}

void ExchangeTask::wait_for(std::vector<pollfd>& into, Time now) const {
  if (done()) return;
  int events = 0;
  if (!is_reading_slowly() || now >= next_read_) events |= POLLIN;
  if (send_blocked_ && !send_broken_) events |= POLLOUT;
  if (events != 0 || phase_ == Phase::kConnecting) stream_.wait_for(static_cast<short>(events), into);
}

ExchangeTask::Time ExchangeTask::due(Time now) const {
  if (more_to_read_ || done()) return now;
  if (phase_ == Phase::kConnecting) {
    return std::min(start_ + options_.time.connect, stream_.connect_due().value_or(Time::max()));
  }
  Time at = next_limit().first;
  if (is_settling() && (sender_.done() || send_broken_ || send_blocked_)) {
    at = std::min(at, last_progress_ + quiet_time());
  }
  // A pause may be over by now though it lasted at the last step.
  if (!sender_.done() && !send_broken_ && !send_blocked_) at = std::min(at, sender_.pause_end());
  // What TLS holds back doesn't show when polling, so that a slow reader comes again by its own clock.
  if (is_reading_slowly() && !drained_) at = std::min(at, next_read_);
  return at;
}

TaskResult ExchangeTask::take() {
  return std::move(result_);
}

}  // namespace httparity
