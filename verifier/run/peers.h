#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/template.h"
#include "transport/outgoing.h"
#include "wire/exchange.h"

namespace httparity {

/// What one side is asked in one go: the request of a step, or those of several steps that are sent together.
struct PeerRequest {
  std::string actor;                 ///< whose connection
  bool new_connection = false;       ///< the actor's connection is closed first
  std::vector<Outgoing> requests;    ///< none: this side has nothing to do
  std::optional<Outgoing> sentinel;  ///< sent on the same connection once the answers have settled
};

/// What came of it.
struct PeerAnswer {
  std::vector<Exchange> exchanges;   ///< one for each request; none where `down` or `unanswered` is set
  std::optional<Exchange> sentinel;  ///< where one was sent
  std::optional<std::string> down;   ///< why the side could not be asked, in one line
  std::string unanswered;            ///< why there is no answer although nothing is down: a recording that doesn't fit
  bool interrupted = false;          ///< the caller asked to stop; then there are no exchanges
  std::vector<std::string> notes;    ///< what the bytes don't tell, such as the time limit that passed
};

/// The sides of a run, in the order recording, reference, port, as far as they take part. Servers are `LivePeers`, a
/// recording beside them is `RecordedPeers`; tests script theirs.
class Peers {
 public:
  virtual ~Peers() = default;

  virtual std::size_t size() const = 0;

  /// Asks every side at the same time. REQUIRES: one request for each side.
  virtual std::vector<PeerAnswer> exchange(std::span<const PeerRequest> requests) = 0;

  /// The side is a server; commands run for it.
  virtual bool is_live(std::size_t side) const = 0;

  /// The time by which the side's cookies expire.
  virtual std::chrono::system_clock::time_point now(std::size_t side) const = 0;

  /// Runs a command beside the traffic, for one live side. An error says what failed.
  virtual Result<void> run(std::size_t side, const std::vector<std::string>& arguments) = 0;

  /// What {state}, {tcp_port} and the like stand for on one side.
  virtual const Variables& variables(std::size_t side) const = 0;

  /// How the side's server ended, where it was started here and is no more.
  virtual std::optional<std::string> died(std::size_t side) const = 0;
};

}  // namespace httparity
