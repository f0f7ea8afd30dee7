#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "transport/endpoint.h"
#include "transport/options.h"
#include "transport/outgoing.h"
#include "transport/peer_identity.h"
#include "transport/transport_error.h"
#include "wire/exchange.h"

namespace httparity {

class ByteStream;

/// A connection to one endpoint, opened when the first exchange needs it and again where the peer has ended it since.
/// Move-only; for one thread at a time.
class Connection {
 public:
  using StreamFactory = std::function<std::unique_ptr<ByteStream>()>;

  Connection(Endpoint endpoint, TransportOptions options);
  /// With streams from elsewhere: tests script them.
  Connection(Endpoint endpoint, TransportOptions options, StreamFactory factory);
  ~Connection();
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;

  /// The next exchange goes out on a connection that is there already (unless the peer ends it before).
  bool is_open() const;
  /// Ends it now; the next exchange opens another.
  void close();

  const Endpoint& endpoint() const;
  const TransportOptions& options() const;
  /// Who answered, from the latest TLS handshake; nullopt without TLS or before it. It stays after a failed
  /// verification, so that a report can show what was served.
  const std::optional<PeerIdentity>& identity() const;

 private:
  friend class ExchangeRunner;
  struct State;
  std::unique_ptr<State> state_;
};

/// What to do on one connection: the requests of one step, or of several that are sent together (pipelining).
/// REQUIRES: a connection that no other job of the same call uses; at least one request.
struct ExchangeJob {
  Connection* connection = nullptr;
  std::vector<Outgoing> requests;
  /// Another request, sent on the same connection once the others have settled, if it is open then. It must get
  /// exactly its own answer, so that bytes that came too late to be surplus can't hide.
  std::optional<Outgoing> sentinel;
};

/// What a job led to.
struct ExchangeOutcome {
  std::vector<Exchange> exchanges;      ///< one for each request, in order; empty where `error` is set
  std::optional<Exchange> sentinel;     ///< where one was sent
  std::optional<TransportError> error;  ///< no exchange took place
  std::optional<TimeLimit> timed_out;   ///< the limit that ended the first exchange whose fate is a stall
  bool opened = false;                  ///< a new connection was opened for it
  std::string late;  ///< bytes that came between the end of the last exchange on this connection and this one: they
                     ///< are read as part of the first answer, or lost with the connection where the peer has ended it
};

/// Runs all jobs at the same time on this thread and returns their outcomes in order: sends the requests, reads
/// the answers, then looks for surplus bytes and the connection's fate until the settle time has passed in silence.
/// No request is sent twice and nothing is followed. It ends within the time limits of the jobs' connections; a stop
/// ends it within 50 ms, with kInterrupted for the jobs that were not done.
std::vector<ExchangeOutcome> exchange_all(std::span<const ExchangeJob> jobs, const std::stop_token& stop = {});

/// A sentinel's answer is its own: whole, beginning with its status line, nothing behind it.
bool is_own_answer(const Exchange& sentinel);

}  // namespace httparity
