#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/difference.h"
#include "contract/mask.h"
#include "result/histogram.h"
#include "result/ledger.h"
#include "result/verify_result.h"

namespace httparity {

/// One kind of trouble between sockets, such as "connect-refused": how often, and the first one.
struct LoadErrorCount {
  std::string name;
  std::uint64_t count = 0;
  std::string first;
  std::chrono::nanoseconds first_at{0};  ///< from the begin of the measurement

  friend bool operator==(const LoadErrorCount&, const LoadErrorCount&) = default;
};

/// How many of a template's valid answers were like one verified answer.
struct LoadAnswerCount {
  std::string step;  ///< the contract's step that showed it
  std::uint64_t valid = 0;

  friend bool operator==(const LoadAnswerCount&, const LoadAnswerCount&) = default;
};

/// What one request template of the mix got.
struct LoadRequestCount {
  std::string name;
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t bytes = 0;  ///< of valid answers, heads included
  Histogram service;        ///< from the send to the last byte
  Histogram response;       ///< from the intended start to the last byte; the connect that it waited for included
  std::vector<LoadAnswerCount> answers;  ///< of a template with alternatives: its own first; else empty

  friend bool operator==(const LoadRequestCount&, const LoadRequestCount&) = default;
};

/// What a part of the connections did that has a schedule of its own, or the rest beside them.
struct LoadLaneCount {
  std::string profiles;  ///< the contract's names, such as "writers"
  std::size_t connections = 0;
  double rate_per_second = 0;  ///< open loop; 0: closed loop
  std::uint64_t valid = 0;
  std::uint64_t due = 0;             ///< arrivals in the timed part
  std::uint64_t backlog_at_end = 0;  ///< of these, not sent at its end
  Histogram lateness;                ///< from the intended start to the send; open loop only

  friend bool operator==(const LoadLaneCount&, const LoadLaneCount&) = default;
};

/// What one second of the timed part saw.
struct LoadSecond {
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  std::uint64_t errors = 0;
  std::uint64_t service_ns = 0;  ///< sum over the valid answers

  friend bool operator==(const LoadSecond&, const LoadSecond&) = default;
};

/// What the kernel counted in this network namespace while the measurement ran.
struct KernelCounts {
  std::uint64_t retransmits = 0;
  std::uint64_t syn_retries = 0;
  std::uint64_t listen_overflows = 0;
  std::uint64_t listen_drops = 0;

  friend bool operator==(const KernelCounts&, const KernelCounts&) = default;
};

/// The connect phase, warm-up and drain included: connections that stood, and what it took. What failed is among the
/// errors, how long it took a histogram.
struct LoadConnects {
  std::uint64_t made = 0;
  std::uint64_t syn_retries = 0;  ///< SYNs that were sent again (RFC 6298, section 2: after 1, 3, 7 s)
  std::uint64_t tls_handshakes = 0;
  std::uint64_t tls_resumed = 0;  ///< of these, with a session of an earlier connection

  LoadConnects& operator+=(const LoadConnects& other) {
    made += other.made;
    syn_retries += other.syn_retries;
    tls_handshakes += other.tls_handshakes;
    tls_resumed += other.tls_resumed;
    return *this;
  }
  friend bool operator==(const LoadConnects&, const LoadConnects&) = default;
};

/// A server's process tree; absent where the server was not started here.
struct ServerUse {
  double cpu_seconds = 0;  ///< user and system, warm-up and drain included
  std::uint64_t rss_idle_bytes = 0;
  std::uint64_t rss_load_bytes = 0;  ///< at the end of the timed part
  std::uint64_t rss_peak_bytes = 0;  ///< sum over its processes of their own peaks
  std::uint64_t threads = 0;         ///< at the end of the timed part
  double busiest_thread = 0;         ///< the part of the time that the busiest of them ran, 0 to 1

  friend bool operator==(const ServerUse&, const ServerUse&) = default;
};

/// What is asked of every target: so many connections, or such a rate.
struct LoadStepPlan {
  std::size_t connections = 0;
  std::size_t depth = 1;
  double rate_per_second = 0;             ///< open loop; 0: closed loop
  std::optional<double> client_capacity;  ///< answers per second that the client manages against the null server
  std::vector<double> capacity_before;    ///< what it managed in earlier runs on this machine, oldest first

  friend bool operator==(const LoadStepPlan&, const LoadStepPlan&) = default;
};

/// One target under one step in one round.
struct LoadMeasurement {
  std::size_t target = 0;  ///< index into LoadResult::targets
  std::size_t step = 0;    ///< index into LoadResult::steps
  std::size_t round = 0;
  std::chrono::nanoseconds timed{0};  ///< the timed part's length
  std::vector<LoadRequestCount> requests;
  std::vector<LoadLaneCount> lanes;  ///< where some profile has a rate of its own; else empty
  Histogram lateness;                ///< from the intended start to the send; open loop only
  Histogram connect;                 ///< of connections that stood: TCP and TLS
  Histogram client_delay;            ///< from the kernel's receive stamp to the read; with kernel times only
  LoadConnects connects;
  std::optional<std::uint64_t> accept_queue;  ///< connections that the target's listener lets wait; where that is seen
  std::vector<LoadErrorCount> errors;
  std::vector<LoadErrorCount> wrong_kinds;  ///< invalid answers by difference kind, or why they can't be judged
  std::vector<LoadSecond> seconds;
  std::uint64_t warmup_valid = 0;
  std::uint64_t warmup_invalid = 0;
  std::uint64_t carried_in = 0;        ///< requests sent in the warm-up that were out when the timed part began
  std::uint64_t started = 0;           ///< requests sent in the timed part
  std::uint64_t in_flight_at_end = 0;  ///< of both, answered rightly in the drain
  std::uint64_t unanswered = 0;        ///< of both, never answered
  std::uint64_t due = 0;               ///< arrivals of an open loop in the timed part
  std::uint64_t backlog_at_end = 0;    ///< of these, not sent at its end
  std::uint64_t compared_in_full = 0;  ///< answers that only the full comparison could judge
  double client_cpu_seconds = 0;       ///< warm-up and drain included
  double client_busy = 0;              ///< the part of the time in which the client had something to do, 0 to 1
  std::optional<ServerUse> server;
  std::optional<double> foreign_cpu;  ///< other processes' part of the pinned processors' time, 0 to 1
  KernelCounts kernel;
  bool target_lost = false;      ///< it took no connection any more; what was measured is kept
  bool client_overload = false;  ///< this client could not send what was due; the measurement ended early
  bool partial = false;          ///< stopped before its end
  std::string failure;           ///< why there was no load at all; else empty

  std::uint64_t valid() const;
  std::uint64_t invalid() const;
  std::uint64_t answers() const;  ///< all that came whole, warm-up and drain included: what CPU time is divided by
  /// Errors but closes of idle connections: what these cost is sent again (RFC 9112, section 9.3.1). A request that an
  /// error left without its answer counts once; where one error cost several requests, these count.
  std::uint64_t error_count() const;
  double rate_per_second() const;  ///< of valid answers; 0 where nothing was timed
  /// Over all requests, from the intended start: in an open loop when it was due, in a closed one when its connection
  /// was free or wanted. From the send where only that is known.
  Histogram latency() const;

  friend bool operator==(const LoadMeasurement&, const LoadMeasurement&) = default;
};

/// One wrong answer, kept whole.
struct LoadWrongAnswer {
  std::size_t target = 0;
  std::size_t step = 0;
  std::size_t round = 0;
  std::string contract;
  std::string scenario;
  std::string variant;
  std::string request_name;  ///< the contract's step
  Place place;               ///< of that step
  std::string request;       ///< raw bytes, as in every message here
  std::string expected;
  std::string received;
  std::vector<Difference> differences;
  std::string detail;              ///< where the answer can't be judged: why
  std::chrono::nanoseconds at{0};  ///< from the begin of the measurement

  friend bool operator==(const LoadWrongAnswer&, const LoadWrongAnswer&) = default;
};

/// One audit command behind a measurement.
struct LoadAudit {
  std::size_t target = 0;
  std::size_t step = 0;
  std::size_t round = 0;
  std::string request_name;
  std::uint64_t acknowledged = 0;
  std::uint64_t unacknowledged = 0;  ///< sent without a right answer: what the server did with them nobody can know
  bool passed = false;
  std::string output;  ///< the end of what the command wrote

  friend bool operator==(const LoadAudit&, const LoadAudit&) = default;
};

/// A file that a server was made of when a round began.
struct LoadFile {
  std::size_t round = 0;
  std::string path;
  std::string sha256;  ///< in hex

  friend bool operator==(const LoadFile&, const LoadFile&) = default;
};

/// What a native server did under valgrind for so many requests on one connection, and for twice as many: the
/// difference is theirs, whatever starting and stopping took.
struct LoadInstructions {
  std::size_t target = 0;
  std::uint64_t requests = 0;  ///< answered rightly in the shorter run; twice as many in the longer one
  std::uint64_t instructions[2] = {};
  std::uint64_t allocations[2] = {};
  std::uint64_t allocated_bytes[2] = {};
  std::string refused;  ///< why it wasn't counted; empty: it was

  double instructions_per_request() const;
  double allocations_per_request() const;
  double allocated_bytes_per_request() const;
  double cold_start_instructions() const;  ///< of starting, settling and stopping

  friend bool operator==(const LoadInstructions&, const LoadInstructions&) = default;
};

/// One server under load.
struct LoadTarget {
  std::string name;
  std::string refused;                               ///< why it gets no number; empty: it was measured
  std::vector<LedgerUse> ledger;                     ///< entries that cover how it differs from the reference
  std::vector<ScenarioResult> differing;             ///< what no entry covers
  std::size_t compared = 0;                          ///< exchanges of it that were held against the reference
  std::vector<std::chrono::nanoseconds> cold_start;  ///< from the start of its command to the first whole answer
  std::optional<double> link_bits_per_second;        ///< of the link between; where it is known, as loopback's isn't
  std::vector<LoadFile> files;                       ///< its programs and the files that its commands name

  friend bool operator==(const LoadTarget&, const LoadTarget&) = default;
};

/// A gate on a figure: "p99<20ms", of every measurement.
struct LoadThreshold {
  std::string text;     ///< as given
  double percent = 99;  ///< which percentile
  std::chrono::nanoseconds limit{0};

  friend bool operator==(const LoadThreshold&, const LoadThreshold&) = default;
};

/// What a run must keep to be worth something. Each 0 to 1.
struct LoadGates {
  double headroom = 0.5;      ///< the most of its capacity that the client may use in a closed loop
  double drift = 0.05;        ///< how far the rate late in a measurement may be from the rate early in it
  double foreign_cpu = 0.05;  ///< of the pinned processors' time, for other processes
  double history = 0.3;       ///< how far the client's capacity may be from the median of the machine's earlier ones
  std::uint64_t max_errors = 0;
  double max_error_share = 0;  ///< of the requests; the larger of both holds
  std::vector<LoadThreshold> thresholds;
  bool search = false;  ///< thresholds end a target's steps and miss no gate: the highest step that holds is looked for

  friend bool operator==(const LoadGates&, const LoadGates&) = default;
};

/// What `load` found: every measurement raw. Ratios, verdicts and gates are functions of it.
struct LoadResult {
  std::vector<LoadTarget> targets;  ///< the reference first
  std::vector<LoadStepPlan> steps;
  LoadGates gates;
  std::vector<LoadMeasurement> measurements;  ///< in the order in which they were made
  std::vector<LoadWrongAnswer> wrong;         ///< the first ten of each kind for each measurement
  std::vector<LoadAudit> audits;
  std::vector<LoadInstructions> instructions;

  friend bool operator==(const LoadResult&, const LoadResult&) = default;
};

}  // namespace httparity
