#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "transport/peer_identity.h"
#include "transport/transport_error.h"

namespace httparity {

/// What one non-blocking call on a stream met.
enum class IoStatus {
  kProgress,  ///< bytes went or came
  kAgain,     ///< nothing now
  kFin,       ///< the peer ended in order; sending: it takes no more bytes
  kCut,       ///< receiving over TLS: a FIN without close_notify
  kRst,       ///< the peer reset the connection; only one of two calls that could see it need say so
};

struct IoResult {
  IoStatus status = IoStatus::kAgain;
  std::size_t bytes = 0;  ///< with kProgress, at least 1
};

/// A connection as a stream of bytes, in calls that never block. Real ones stand on libcurl, scripted ones in tests.
class ByteStream {
 public:
  virtual ~ByteStream() = default;

  enum class Connect { kDone, kPending, kFailed };
  /// Goes on connecting. After kFailed `error()` says why.
  virtual Connect connect() = 0;
  virtual const std::optional<TransportError>& error() const = 0;

  /// REQUIRES for both: connect() returned kDone.
  virtual IoResult send(std::string_view bytes) = 0;
  virtual IoResult receive(std::span<char> into) = 0;

  /// Appends what to poll for: while connecting what that needs, afterwards the socket for `events`.
  virtual void wait_for(short events, std::vector<pollfd>& into) const = 0;
  /// While connecting: when connect() wants to be called though nothing was polled; nullopt: only then.
  virtual std::optional<std::chrono::steady_clock::time_point> connect_due() const = 0;
  /// Asks the kernel to hold few unread bytes, so that a slow reader is felt by the peer.
  virtual void hold_little(std::size_t bytes) = 0;

  virtual const std::optional<PeerIdentity>& identity() const = 0;
};

}  // namespace httparity
