#include "load/tally.h"

#include <algorithm>
#include <utility>

namespace httparity {
namespace {

constexpr std::size_t kKeptOfEachKind = 10;
constexpr std::size_t kKeptBytes = 64 * 1024 * 1024;

std::string kind_of(const WrongAnswer& answer) {
  const Verdict& verdict = answer.verdict;
  if (!verdict.differences.empty()) return difference_kind_name(verdict.differences.front().kind);
  return unknown_reason_name(verdict.reason.value_or(UnknownReason::kBadFraming));
}

// Of the first of a kind: what differs, or why it can't be judged.
std::string words_of(const WrongAnswer& answer) {
  const Verdict& verdict = answer.verdict;
  if (verdict.differences.empty()) return verdict.detail;
  const Difference& first = verdict.differences.front();
  return first.detail.empty() ? first.part : first.part + ": " + first.detail;
}

// Adds `its` to `mine`; the earlier first one stays.
void add(ErrorCount& mine, ErrorCount its) {
  const bool earlier = its.count > 0 && (mine.count == 0 || its.first_at < mine.first_at);
  const std::uint64_t count = mine.count + its.count;
  if (earlier) mine = std::move(its);
  mine.count = count;
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
    case LoadError::kTlsCertificate:
      return "tls-certificate";
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

Histogram Tally::lateness() const {
  Histogram out;
  for (const LaneTally& lane : lanes) out.merge(lane.lateness);
  return out;
}

std::uint64_t Tally::due() const {
  std::uint64_t out = 0;
  for (const LaneTally& lane : lanes) out += lane.due;
  return out;
}

std::uint64_t Tally::backlog_at_end() const {
  std::uint64_t out = 0;
  for (const LaneTally& lane : lanes) out += lane.backlog_at_end;
  return out;
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
  ErrorCount& kind = wrong_kinds[kind_of(answer)];
  std::size_t bytes = size_of(answer);
  for (const WrongAnswer& kept : wrong) bytes += size_of(kept);
  if (kind.count == 0) {
    kind.first = words_of(answer);
    kind.first_at = answer.at;
  }
  if (kind.count++ < kKeptOfEachKind && bytes <= kKeptBytes) wrong.push_back(std::move(answer));
}

void Tally::merge(Tally other) {
  requests.resize(std::max(requests.size(), other.requests.size()));
  for (std::size_t i = 0; i < other.requests.size(); ++i) {
    requests[i].valid += other.requests[i].valid;
    requests[i].invalid += other.requests[i].invalid;
    requests[i].bytes += other.requests[i].bytes;
    for (std::size_t k = 0; k < kMostAnswers; ++k) requests[i].by_answer[k] += other.requests[i].by_answer[k];
    requests[i].service.merge(other.requests[i].service);
    requests[i].response.merge(other.requests[i].response);
  }
  lanes.resize(std::max(lanes.size(), other.lanes.size()));
  for (std::size_t i = 0; i < other.lanes.size(); ++i) {
    lanes[i].due += other.lanes[i].due;
    lanes[i].backlog_at_end += other.lanes[i].backlog_at_end;
    lanes[i].valid += other.lanes[i].valid;
    lanes[i].lateness.merge(other.lanes[i].lateness);
  }
  connect.merge(other.connect);
  connects += other.connects;
  client_delay.merge(other.client_delay);
  for (std::size_t i = 0; i < errors.size(); ++i) add(errors[i], std::move(other.errors[i]));
  std::map<std::string, std::size_t> kept;
  for (const WrongAnswer& one : wrong) ++kept[kind_of(one)];
  for (WrongAnswer& one : other.wrong) {
    if (kept[kind_of(one)]++ < kKeptOfEachKind) wrong.push_back(std::move(one));
  }
  for (auto& [name, kind] : other.wrong_kinds) add(wrong_kinds[name], std::move(kind));
  audited_sent.insert(audited_sent.end(), other.audited_sent.begin(), other.audited_sent.end());
  audited_acknowledged.insert(audited_acknowledged.end(), other.audited_acknowledged.begin(),
                              other.audited_acknowledged.end());
  seconds.resize(std::max(seconds.size(), other.seconds.size()));
  for (std::size_t i = 0; i < other.seconds.size(); ++i) {
    seconds[i].valid += other.seconds[i].valid;
    seconds[i].invalid += other.seconds[i].invalid;
    seconds[i].errors += other.seconds[i].errors;
    seconds[i].service_ns += other.seconds[i].service_ns;
  }
  warmup_valid += other.warmup_valid;
  warmup_invalid += other.warmup_invalid;
  carried_in += other.carried_in;
  started += other.started;
  in_flight_at_end += other.in_flight_at_end;
  unanswered += other.unanswered;
  compared_in_full += other.compared_in_full;
  empty_polls += other.empty_polls;
  target_lost = target_lost || other.target_lost;
  client_overload = client_overload || other.client_overload;
  idle += other.idle;
  cpu += other.cpu;
  timed = std::max(timed, other.timed);
}

}  // namespace httparity
