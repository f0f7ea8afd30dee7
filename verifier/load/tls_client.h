#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "load/tally.h"

namespace httparity {

struct SslFree {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_SESSION* session) const { SSL_SESSION_free(session); }
};
using Ssl = std::unique_ptr<SSL, SslFree>;
using SslSession = std::unique_ptr<SSL_SESSION, SslFree>;

/// A client's session on the connected socket `fd`: it asks for `host` (SNI, RFC 6066, section 3, names only) and takes
/// no certificate that isn't for it. `earlier` is resumed where the server still knows it; may be null.
Ssl begin_tls(SSL_CTX* context, const std::string& host, int fd, SSL_SESSION* earlier);

enum class TlsStep { kDone, kWantsRead, kWantsWrite, kFailed };

/// How far a handshake has come; with kFailed what is wrong, and the cure.
struct TlsProgress {
  TlsStep step = TlsStep::kWantsRead;
  LoadError error = LoadError::kTlsHandshake;
  std::string what;
};

/// Goes on with the handshake as far as the socket allows. Leaves the thread's error queue empty.
TlsProgress shake_hands(SSL* ssl, const std::string& host);

/// What the next connection can resume, of a session that ends here; null where the server gave no ticket.
SslSession end_tls(Ssl ssl);

}  // namespace httparity
