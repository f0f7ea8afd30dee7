#pragma once

#include <memory>

#include "transport/byte_stream.h"
#include "transport/endpoint.h"
#include "transport/options.h"

namespace httparity {

/// A stream to `endpoint` over libcurl, which connects and speaks TLS and never sees HTTP: every byte of the peer
/// arrives as it was sent. No proxy, no session resumption, ALPN offers HTTP/1.1 alone.
std::unique_ptr<ByteStream> open_curl_stream(const Endpoint& endpoint, const TransportOptions& options);

}  // namespace httparity
