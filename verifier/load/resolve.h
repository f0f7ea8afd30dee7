#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "load/engine.h"
#include "transport/endpoint.h"
#include "transport/options.h"

namespace httparity {

struct SslContextFree {
  void operator()(ssl_ctx_st* context) const;
};
using SslContext = std::unique_ptr<ssl_ctx_st, SslContextFree>;

/// Where an endpoint is: the first address of its name. `tls` must outlive it; it is used with https alone.
Result<LoadAddress> resolve_address(const Endpoint& endpoint, ssl_ctx_st* tls);

/// A client's TLS: certificates are verified (unless `options` say otherwise), sessions are resumed.
Result<SslContext> make_tls(const TlsOptions& options);

}  // namespace httparity
