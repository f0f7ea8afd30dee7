#pragma once

#include <string>

namespace httparity {

/// Why an exchange did not take place. Nothing of this says anything about the bytes of a target: a run reports
/// it as target-down (kInterrupted apart).
struct TransportError {
  enum class Kind {
    kResolve,         ///< the host has no address
    kRefused,         ///< nobody listens, or the Unix socket is not there
    kConnect,         ///< another failure to connect
    kConnectTimeout,  ///< `TimeLimits::connect` passed first
    kTlsHandshake,    ///< no TLS session came about
    kTlsVerify,       ///< the peer's certificates do not verify
    kLocal,           ///< this side can't: no descriptor, no memory, an unreadable cacert
    kInterrupted,     ///< the caller asked to stop
  };

  Kind kind = Kind::kConnect;
  std::string what;  ///< one line that names the endpoint and, where there is one, the cure

  friend bool operator==(const TransportError&, const TransportError&) = default;
};

/// The word for it, such as "refused".
const char* transport_error_name(TransportError::Kind kind);

}  // namespace httparity
