#pragma once

#include <openssl/ossl_typ.h>

#include <optional>
#include <string>

#include "transport/peer_identity.h"

namespace httparity {

/// Sees what a peer serves in the TLS handshake, whether it verifies or not, without changing the outcome.
/// It must outlive the sessions of the context that it watches, and must not move.
class TlsWatch {
 public:
  /// `host` is the name or address that the leaf must be for.
  explicit TlsWatch(std::string host) : host_(std::move(host)) {}
  TlsWatch(const TlsWatch&) = delete;
  TlsWatch& operator=(const TlsWatch&) = delete;

  /// Puts itself in the place of the chain verification of `context`, which it still does by OpenSSL's rules.
  void watch(SSL_CTX* context);
  /// Makes `context` trust `cacert` (empty: the system's authorities), for a client that itself looks away.
  static void trust(SSL_CTX* context, const std::string& cacert);

  /// nullopt until the peer has served a chain.
  const std::optional<PeerIdentity>& identity() const { return identity_; }

 private:
  static int verify(X509_STORE_CTX* store, void* self);

  std::string host_;
  std::optional<PeerIdentity> identity_;
};

}  // namespace httparity
