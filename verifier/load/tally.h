#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compare/difference.h"
#include "load/arrivals.h"
#include "load/expectation.h"
#include "load/request_set.h"
#include "result/histogram.h"
#include "result/load_result.h"
#include "wire/exchange.h"

namespace httparity {

/// What can go wrong between sockets, apart from wrong bytes.
enum class LoadError {
  kConnectRefused,
  kConnectTimeout,
  kConnectLocal,  ///< no address or descriptor of our own left
  kTlsHandshake,
  kTlsCertificate,  ///< it doesn't verify, or isn't for the host
  kSendReset,
  kIdleClose,  ///< the peer closed a reused connection before any byte of the answer; sent again once
  kResetBeforeFirstByte,
  kResetInside,
  kTimeoutFirstByte,
  kStalledInside,
  kSurplus,  ///< bytes with no request outstanding
};
inline constexpr std::size_t kLoadErrors = 12;

/// The word in reports, such as "connect-refused".
const char* load_error_name(LoadError error);

/// A kind of error: how often, and the first one.
struct ErrorCount {
  std::uint64_t count = 0;
  std::string first;                     ///< in words
  std::chrono::nanoseconds first_at{0};  ///< from the begin of the run
};

/// One wrong answer, kept whole.
struct WrongAnswer {
  std::size_t set = 0;
  std::size_t request = 0;  ///< index into the set's templates
  std::size_t answer = 0;   ///< the verified answer that `verdict` compares it with
  Exchange received;
  Verdict verdict;
  std::chrono::nanoseconds at{0};  ///< from the begin of the run
};

/// One request that the audit behind the run asks about.
struct AuditedRequest {
  std::size_t request = 0;
  std::array<char, kUniqueBytes> token{};  ///< the `{unique}` value that it carried

  friend auto operator<=>(const AuditedRequest&, const AuditedRequest&) = default;
};

/// What was counted for one request template.
struct RequestTally {
  std::uint64_t valid = 0;                              ///< whose last byte came in the timed part
  std::uint64_t invalid = 0;                            ///< in the timed part or the drain
  std::uint64_t bytes = 0;                              ///< of valid answers, heads included
  std::array<std::uint64_t, kMostAnswers> by_answer{};  ///< valid ones by the verified answer that each was like
  Histogram service;                                    ///< from the send to the last byte
  Histogram response;                                   ///< from the intended start to the last byte
};

/// What one second saw, counted from the begin of the timed part.
struct SecondTally {
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t errors = 0;
  std::uint64_t service_ns = 0;  ///< sum over the valid answers
};

/// What one lane did: a part of the connections with a schedule of its own.
struct LaneTally {
  std::uint64_t due = 0;             ///< arrivals of an open loop in the timed part
  std::uint64_t backlog_at_end = 0;  ///< of these, not yet sent at its end
  std::uint64_t valid = 0;
  Histogram lateness;  ///< from the intended start to the send
};

/// What one thread counted; tallies of threads merge.
struct Tally {
  std::vector<RequestTally> requests;  ///< by template
  std::vector<LaneTally> lanes;
  Histogram connect;  ///< of the connections that stood: TCP and TLS
  LoadConnects connects;
  Histogram client_delay;  ///< from the kernel's receive stamp to the read; with kernel times only
  std::array<ErrorCount, kLoadErrors> errors;
  std::vector<WrongAnswer> wrong;                 ///< the first ten of each kind
  std::map<std::string, ErrorCount> wrong_kinds;  ///< by difference kind, or the reason why it can't be judged
  std::vector<AuditedRequest> audited_sent;
  std::vector<AuditedRequest> audited_acknowledged;  ///< of these, those whose answer was right
  std::vector<SecondTally> seconds;
  std::uint64_t warmup_valid = 0;  ///< checked, not timed
  std::uint64_t warmup_invalid = 0;
  std::uint64_t carried_in = 0;        ///< requests that were out when the timed part began
  std::uint64_t started = 0;           ///< requests sent in the timed part
  std::uint64_t in_flight_at_end = 0;  ///< of both, those answered rightly in the drain
  std::uint64_t unanswered = 0;        ///< of both, those never answered
  std::uint64_t compared_in_full = 0;  ///< answers that only the full comparison could judge
  std::uint64_t empty_polls = 0;       ///< system calls that asked whether anything had come when nothing had
  bool target_lost = false;            ///< it took no connection any more, and the load ended early
  bool client_overload = false;        ///< this client could not send what was due, and the load ended early
  std::chrono::nanoseconds idle{0};    ///< time in which the thread had nothing to do
  std::chrono::nanoseconds cpu{0};     ///< of the client's threads, warm-up and drain included
  std::chrono::nanoseconds timed{0};   ///< the timed part's length

  Histogram lateness() const;
  std::uint64_t due() const;
  std::uint64_t backlog_at_end() const;
  std::uint64_t valid() const;
  std::uint64_t invalid() const;
  void count_error(LoadError error, std::string what, std::chrono::nanoseconds at);
  void keep_wrong(WrongAnswer answer);
  void merge(Tally other);
};

}  // namespace httparity
