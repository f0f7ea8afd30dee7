#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "transport/endpoint.h"
#include "wire/exchange.h"

namespace httparity {

/// A certificate chain and its key in PEM, for serving TLS.
struct ServerCertificate {
  std::string chain_pem;  ///< leaf first; served as it stands
  std::string key_pem;
};

struct LoopbackServerOptions {
  std::string unix_path = {};  ///< listen on this Unix socket in place of TCP
  bool ipv6 = false;           ///< [::1] in place of 127.0.0.1
  std::uint16_t port = 0;      ///< 0: a free one
  std::optional<ServerCertificate> tls = {};
  std::size_t connections = 64;                ///< at the same time; more wait in the backlog
  std::chrono::milliseconds patience{60'000};  ///< the longest wait for a peer's next byte, or for it to take ours
};

/// One accepted connection in the hands of its handler. All calls block, and end early when the server stops.
class ServedConnection {
 public:
  virtual ~ServedConnection() = default;

  /// Up to `size` bytes, at least one; empty when the peer has ended, the server stops or patience is over.
  virtual std::string receive(std::size_t size) = 0;
  /// Sends all of it; false where the peer does not take it.
  virtual bool send(std::string_view bytes) = 0;
  /// Brings `fate` about: nothing for kOpen and kStall, a FIN (over TLS behind a close_notify) for kFin, a bare FIN for
  /// kCut, for kRst a reset once the peer's kernel has acknowledged all that was sent.
  virtual void end(Fate fate) = 0;
  /// Waits until the peer ends the connection or the server stops; what comes is dropped.
  virtual void drain() = 0;
};

/// A server on the loopback for demos and tests: it accepts, and runs its handler on a thread for each connection. The
/// destructor stops it: every call of a `ServedConnection` returns, and every thread is joined.
class LoopbackServer {
 public:
  using Handler = std::function<void(ServedConnection&)>;

  static Result<LoopbackServer> start(LoopbackServerOptions options, Handler handler);
  ~LoopbackServer();
  LoopbackServer(LoopbackServer&&) noexcept;
  LoopbackServer& operator=(LoopbackServer&&) noexcept;

  /// Where it listens.
  const Endpoint& endpoint() const;

 private:
  struct State;
  explicit LoopbackServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace httparity
