#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "transport/byte_stream.h"
#include "transport/exchange_task.h"

namespace httparity {

/// A peer that follows a script on a clock of its own: what it sends is there at its time, no sooner.
class FakeStream final : public ByteStream {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// At `at` from the start `bytes` come, then `end`, where it is one.
  struct Event {
    std::chrono::milliseconds at{0};
    std::string bytes;
    std::optional<IoStatus> end;
  };

  explicit FakeStream(std::vector<Event> script) : script_(std::move(script)) {}

  std::optional<std::chrono::milliseconds> connects_at = std::chrono::milliseconds(0);  ///< nullopt: never
  std::optional<TransportError> refuses;
  std::size_t takes = SIZE_MAX;  ///< bytes that the peer takes before it blocks
  std::optional<IoStatus> deaf;  ///< what sending meets once these are taken, in place of blocking
  Time start{};
  Time now{};
  std::vector<std::string> sends;  ///< what each send took
  int receives_after_last = 0;
  std::vector<std::size_t> held;

  Connect connect() override {
    if (refuses) return Connect::kFailed;
    return connects_at && now >= start + *connects_at ? Connect::kDone : Connect::kPending;
  }
  const std::optional<TransportError>& error() const override { return refuses; }
  IoResult send(std::string_view bytes) override {
    if (takes == 0) return {deaf.value_or(IoStatus::kAgain), 0};
    const std::size_t count = std::min(takes, bytes.size());
    takes -= count;
    sends.emplace_back(bytes.substr(0, count));
    return {IoStatus::kProgress, count};
  }
  IoResult receive(std::span<char> into) override {
    if (next_ == script_.size() || start + script_[next_].at > now) {
      ++receives_after_last;
      return {IoStatus::kAgain, 0};
    }
    Event& event = script_[next_];
    const std::size_t count = std::min(into.size(), event.bytes.size());
    if (count == 0) {
      ++next_;
      return event.end ? IoResult{*event.end, 0} : receive(into);
    }
    std::copy_n(event.bytes.data(), count, into.data());
    event.bytes.erase(0, count);
    return {IoStatus::kProgress, count};
  }
  void wait_for(short, std::vector<pollfd>&) const override {}
  std::optional<Time> connect_due() const override {
    return connects_at ? std::optional(start + *connects_at) : std::nullopt;
  }
  void hold_little(std::size_t bytes) override { held.push_back(bytes); }
  const std::optional<PeerIdentity>& identity() const override { return identity_; }

  /// When the next scripted event is there.
  Time next_event() const { return next_ < script_.size() ? start + script_[next_].at : Time::max(); }

 private:
  std::vector<Event> script_;
  std::size_t next_ = 0;
  std::optional<PeerIdentity> identity_;
};

/// Runs `task` on the fake's clock until it is done; false where it isn't after 100,000 steps. `lag` passes between
/// each step and the question what is due next.
inline bool run_task(ExchangeTask& task, FakeStream& stream,
                     std::chrono::milliseconds lag = std::chrono::milliseconds(0)) {
  for (int i = 0; i < 100'000 && !task.done(); ++i) {
    task.step(stream.now);
    if (task.done()) break;
    stream.now += lag;
    const auto event = stream.next_event() > stream.now ? stream.next_event() : FakeStream::Time::max();
    stream.now = std::max(stream.now, std::min(task.due(stream.now), event));
  }
  return task.done();
}

}  // namespace httparity
