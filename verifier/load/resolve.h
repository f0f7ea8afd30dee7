#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/engine.h"
#include "transport/endpoint.h"
#include "transport/options.h"

namespace httparity {

struct SslContextFree {
  void operator()(ssl_ctx_st* context) const;
};
using SslContext = std::unique_ptr<ssl_ctx_st, SslContextFree>;

/// Where an endpoint is: of several addresses of its name the first that takes a connection, else the first. `tls` must
/// outlive it; it is used with https alone.
Result<LoadAddress> resolve_address(const Endpoint& endpoint, ssl_ctx_st* tls);

/// A local address to connect from, as given. An Error where it is none, or not this machine's.
Result<LoadAddress> resolve_source(const std::string& address);

/// The target can be reached from all `sources`: they are of its family.
Result<void> check_sources(const std::vector<LoadAddress>& sources, const LoadAddress& target);

/// A client's TLS: certificates are verified (unless `options` say otherwise), sessions are resumed.
Result<SslContext> make_tls(const TlsOptions& options);

}  // namespace httparity
