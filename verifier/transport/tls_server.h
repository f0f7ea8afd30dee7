#pragma once

#include <openssl/ossl_typ.h>

#include <memory>

#include "base/result.h"
#include "transport/loopback_server.h"

namespace httparity {

struct FreeTlsContext {
  void operator()(SSL_CTX* context) const;
};
using TlsContext = std::unique_ptr<SSL_CTX, FreeTlsContext>;

/// What a server needs to speak TLS with `certificate`. It takes h2 by ALPN where a client offers it, so that one that
/// should not offer it is found out.
Result<TlsContext> make_server_context(const ServerCertificate& certificate);

}  // namespace httparity
