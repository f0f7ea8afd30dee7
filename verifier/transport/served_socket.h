#pragma once

#include <openssl/ossl_typ.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "transport/loopback_server.h"

namespace httparity {

/// An accepted socket, with or without TLS.
class ServedSocket final : public ServedConnection {
 public:
  /// `stop` is a descriptor that becomes readable when the server stops.
  ServedSocket(Descriptor socket, int stop, std::chrono::milliseconds patience);
  ~ServedSocket() override;

  /// The handshake; false where it fails.
  bool accept_tls(SSL_CTX* context);

  std::string receive(std::size_t size) override;
  bool send(std::string_view bytes) override;
  void end(Fate fate) override;
  void drain() override;

 private:
  struct FreeSession {
    void operator()(SSL* session) const;
  };

  /// False where the server stops or `patience_` is over.
  bool wait(short events);
  /// After a TLS call that gave `result`: waits for what it wants; false where there is nothing to wait for.
  bool wait_for_tls(int result);
  bool wait_until_acknowledged();

  Descriptor socket_;
  int stop_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<SSL, FreeSession> session_;
};

}  // namespace httparity
