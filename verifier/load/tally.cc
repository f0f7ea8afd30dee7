#include "load/tally.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace httparity {
namespace {

constexpr std::size_t kKeptOfEachKind = 10;
constexpr std::size_t kKeptBytes = 64 * 1024 * 1024;

std::size_t kind_of(const WrongAnswer& answer) {
  return answer.verdict.differences.empty() ? 0 : static_cast<std::size_t>(answer.verdict.differences.front().kind);
}

std::size_t size_of(const WrongAnswer& answer) {
  return answer.received.response ? answer.received.response->bytes.size() : 0;
}

}  // namespace

const char* load_error_name(LoadError error) {
  switch (error) {
    case LoadError::kConnectRefused:
      return "connect-refused";
    case LoadError::kConnectTimeout:
      return "connect-timeout";
    case LoadError::kConnectLocal:
      return "connect-local";
    case LoadError::kTlsHandshake:
      return "tls-handshake";
    case LoadError::kSendReset:
      return "send-reset";
    case LoadError::kIdleClose:
      return "idle-close";
    case LoadError::kResetBeforeFirstByte:
      return "reset-before-first-byte";
    case LoadError::kResetInside:
      return "reset-inside";
    case LoadError::kTimeoutFirstByte:
      return "timeout-first-byte";
    case LoadError::kStalledInside:
      return "stalled-inside";
    case LoadError::kSurplus:
      return "surplus";
  }
  return "";
}

std::uint64_t Tally::valid() const {
  std::uint64_t out = 0;
  for (const RequestTally& one : requests) out += one.valid;
  return out;
}

std::uint64_t Tally::invalid() const {
  std::uint64_t out = 0;
  for (const RequestTally& one : requests) out += one.invalid;
  return out;
}

void Tally::count_error(LoadError error, std::string what, std::chrono::nanoseconds at) {
  ErrorCount& entry = errors[static_cast<std::size_t>(error)];
  if (entry.count++ == 0) {
    entry.first = std::move(what);
    entry.first_at = at;
  }
}

void Tally::keep_wrong(WrongAnswer answer) {
  const std::size_t kind = kind_of(answer);
  std::size_t bytes = size_of(answer);
  for (const WrongAnswer& kept : wrong) bytes += size_of(kept);
  if (wrong_by_kind[kind]++ < kKeptOfEachKind && bytes <= kKeptBytes) wrong.push_back(std::move(answer));
}

void Tally::merge(Tally other) {
  requests.resize(std::max(requests.size(), other.requests.size()));
  for (std::size_t i = 0; i < other.requests.size(); ++i) {
    requests[i].valid += other.requests[i].valid;
    requests[i].invalid += other.requests[i].invalid;
    requests[i].bytes += other.requests[i].bytes;
    requests[i].service.merge(other.requests[i].service);
    requests[i].response.merge(other.requests[i].response);
  }
  lateness.merge(other.lateness);
  connect.merge(other.connect);
  client_delay.merge(other.client_delay);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    ErrorCount& mine = errors[i];
    ErrorCount& its = other.errors[i];
    const bool earlier = its.count > 0 && (mine.count == 0 || its.first_at < mine.first_at);
    const std::uint64_t count = mine.count + its.count;
    if (earlier) mine = std::move(its);
    mine.count = count;
  }
  std::array<std::size_t, 17> kept{};
  for (const WrongAnswer& one : wrong) ++kept[kind_of(one)];
  for (WrongAnswer& one : other.wrong) {
    if (kept[kind_of(one)]++ < kKeptOfEachKind) wrong.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < wrong_by_kind.size(); ++i) wrong_by_kind[i] += other.wrong_by_kind[i];
  acknowledged.insert(acknowledged.end(), std::make_move_iterator(other.acknowledged.begin()),
                      std::make_move_iterator(other.acknowledged.end()));
  seconds.resize(std::max(seconds.size(), other.seconds.size()));
  for (std::size_t i = 0; i < other.seconds.size(); ++i) {
    seconds[i].valid += other.seconds[i].valid;
    seconds[i].invalid += other.seconds[i].invalid;
    seconds[i].errors += other.seconds[i].errors;
    seconds[i].service_ns += other.seconds[i].service_ns;
  }
  warmup_valid += other.warmup_valid;
  warmup_invalid += other.warmup_invalid;
  started += other.started;
  in_flight_at_end += other.in_flight_at_end;
  unanswered += other.unanswered;
  due += other.due;
  backlog_at_end += other.backlog_at_end;
  compared_in_full += other.compared_in_full;
  target_lost = target_lost || other.target_lost;
  idle += other.idle;
  cpu += other.cpu;
  timed = std::max(timed, other.timed);
}

}  // namespace httparity
