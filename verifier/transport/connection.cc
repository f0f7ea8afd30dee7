#include "transport/connection.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

#include "transport/curl_stream.h"
#include "transport/exchange_task.h"

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kStopLook{50};
constexpr std::chrono::milliseconds kLongestWait{1'000};
constexpr std::size_t kMostLateBytes = 1024 * 1024;

}  // namespace

struct Connection::State {
  Endpoint endpoint;
  TransportOptions options;
  StreamFactory factory;
  std::unique_ptr<ByteStream> stream;  // connected, or nullptr
  std::optional<PeerIdentity> identity;
};

Connection::Connection(Endpoint endpoint, TransportOptions options)
    : state_(std::make_unique<State>(State{std::move(endpoint), std::move(options), {}, nullptr, std::nullopt})) {
  state_->factory = [state = state_.get()] { return open_curl_stream(state->endpoint, state->options); };
}

Connection::Connection(Endpoint endpoint, TransportOptions options, StreamFactory factory)
    : state_(std::make_unique<State>(
          State{std::move(endpoint), std::move(options), std::move(factory), nullptr, std::nullopt})) {}

Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

bool Connection::is_open() const {
  return state_->stream != nullptr;
}
void Connection::close() {
  state_->stream.reset();
}
const Endpoint& Connection::endpoint() const {
  return state_->endpoint;
}
const TransportOptions& Connection::options() const {
  return state_->options;
}
const std::optional<PeerIdentity>& Connection::identity() const {
  return state_->identity;
}

/// Carries one job through: its requests, then its sentinel.
class ExchangeRunner {
 public:
  ExchangeRunner(const ExchangeJob& job, Clock::time_point now) : connection_(*job.connection->state_), job_(job) {
    begin(job.requests, now);
  }

  bool done() const { return !task_; }
  const ExchangeTask& task() const { return *task_; }

  void step(Clock::time_point now) {
    task_->step(now);
    if (task_->done()) end(now);
  }

  void interrupt() {
    if (done()) return;
    task_.reset();
    note_identity();
    connection_.stream.reset();
    outcome_.exchanges.clear();
    outcome_.error = TransportError{TransportError::Kind::kInterrupted, "interrupted"};
  }

  ExchangeOutcome take() { return std::move(outcome_); }

 private:
  /// What came on the connection since its last exchange; ends it where the peer has.
  std::string look() {
    std::string late;
    std::array<char, 16 * 1024> buffer;
    while (connection_.stream && late.size() < kMostLateBytes) {
      const IoResult got = connection_.stream->receive(buffer);
      if (got.status == IoStatus::kAgain) return late;
      if (got.status == IoStatus::kProgress) {
        late.append(buffer.data(), got.bytes);
      } else {
        connection_.stream.reset();
      }
    }
    return late;
  }

  void begin(std::vector<Outgoing> requests, Clock::time_point now) {
    std::string late = look();
    const bool connected = connection_.stream != nullptr;
    if (!connected) connection_.stream = connection_.factory();
    outcome_.opened = outcome_.opened || !connected;
    is_new_ = !connected;
    using Found = ExchangeTask::Found;
    const Found found = !connected ? Found::kNew : late.empty() ? Found::kSilent : Found::kConnected;
    task_.emplace(*connection_.stream, connection_.options, std::move(requests), now, found,
                  connected ? std::string_view(late) : std::string_view());
    outcome_.late += late;
  }

  void end(Clock::time_point now) {
    TaskResult result = task_->take();
    task_.reset();
    note_identity();
    if (!result.reusable) connection_.stream.reset();
    if (sentinel_sent_) {
      if (!result.exchanges.empty()) outcome_.sentinel = std::move(result.exchanges.front());
      return;
    }
    outcome_.exchanges = std::move(result.exchanges);
    outcome_.error = std::move(result.error);
    outcome_.timed_out = result.timed_out;
    if (!job_.sentinel || !result.reusable) return;
    sentinel_sent_ = true;
    begin({*job_.sentinel}, now);
  }

  /// One handshake, one identity: a connection that was there before has told its own.
  void note_identity() {
    if (std::exchange(is_new_, false) && connection_.stream->identity()) {
      connection_.identity = connection_.stream->identity();
    }
  }

  Connection::State& connection_;
  const ExchangeJob& job_;
  std::optional<ExchangeTask> task_;
  bool sentinel_sent_ = false;
  bool is_new_ = false;  ///< the stream began with this task
  ExchangeOutcome outcome_;
};

std::vector<ExchangeOutcome> exchange_all(std::span<const ExchangeJob> jobs, const std::stop_token& stop) {
  Clock::time_point now = Clock::now();
  std::vector<ExchangeRunner> runners;
  runners.reserve(jobs.size());
  for (const ExchangeJob& job : jobs) runners.emplace_back(job, now);

  std::vector<pollfd> waits;
  std::vector<std::size_t> first_wait(jobs.size() + 1);
  std::vector<bool> ready(jobs.size(), true);
  while (true) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      if (!runners[i].done() && ready[i]) runners[i].step(now);
      if (!runners[i].done() && stop.stop_requested()) runners[i].interrupt();
    }
    waits.clear();
    now = Clock::now();
    Clock::time_point due = now + (stop.stop_possible() ? kStopLook : kLongestWait);
    bool all_done = true;
    for (std::size_t i = 0; i < runners.size(); ++i) {
      first_wait[i] = waits.size();
      if (runners[i].done()) continue;
      all_done = false;
      runners[i].task().wait_for(waits, now);
      due = std::min(due, runners[i].task().due(now));
    }
    first_wait[runners.size()] = waits.size();
    if (all_done) break;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::max(due - now, Clock::duration::zero()));
    ::poll(waits.data(), waits.size(), static_cast<int>(wait.count()));
    now = Clock::now();
    for (std::size_t i = 0; i < runners.size(); ++i) {
      ready[i] = !runners[i].done() && runners[i].task().due(now) <= now;
      for (std::size_t w = first_wait[i]; w < first_wait[i + 1]; ++w) ready[i] = ready[i] || waits[w].revents != 0;
    }
  }
  std::vector<ExchangeOutcome> outcomes;
  outcomes.reserve(runners.size());
  for (ExchangeRunner& runner : runners) outcomes.push_back(runner.take());
  return outcomes;
}

bool is_own_answer(const Exchange& sentinel) {
  if (!is_complete(sentinel) || !sentinel.surplus.empty()) return false;
  const auto& oddities = sentinel.framing.oddities;
  const auto has = [&oddities](Oddity oddity) {
    return std::find(oddities.begin(), oddities.end(), oddity) != oddities.end();
  };
  return !has(Oddity::kBytesBeforeStatusLine) && !has(Oddity::kBadStatusLine);
}

}  // namespace httparity
