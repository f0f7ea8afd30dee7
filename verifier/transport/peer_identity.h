#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace httparity {

/// One certificate as the peer served it.
struct Certificate {
  std::string subject;  ///< RFC 2253 form
  std::string issuer;
  std::string sha256;  ///< of its DER form, lower case hex
  std::string pem;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// Who answered over TLS, as it showed itself in the handshake: the chain in the order served, and what verifying
/// it gave. It is the same for every connection to one server, so that two of them can be held side by side.
struct PeerIdentity {
  std::vector<Certificate> chain;  ///< leaf first, as served; a good client gets by with no certificate more
  bool verified = false;           ///< the chain leads to a trusted root and the name fits
  std::string verify_result;       ///< "ok", or what is wrong in OpenSSL's words
  std::string tls_version;         ///< such as "TLSv1.3"

  friend bool operator==(const PeerIdentity&, const PeerIdentity&) = default;
};

}  // namespace httparity
