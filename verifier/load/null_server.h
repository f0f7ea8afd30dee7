#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace httparity {

/// A server with as little work as a kernel allows: it answers every blank line that comes with the same prepared
/// bytes, so that in a benchmark the client is the limit. One thread, io_uring.
struct NullServerPlan {
  std::uint16_t tcp_port = 0;    ///< on 127.0.0.1; 0: the kernel's choice
  std::string response;          ///< the whole answer
  std::size_t date_at = 0;       ///< offset in `response` of an IMF-fixdate to be kept current; 0: none
  std::uint64_t flip_every = 0;  ///< every so many answers one bit of one byte is wrong; 0: never
  std::uint64_t flip_seed = 1;
  std::size_t connections = 8192;  ///< at most
};

/// Serves until a stop, on the calling thread. `announce` is called with the port once it listens.
Result<void> serve_null(const NullServerPlan& plan, const std::function<void(std::uint16_t tcp_port)>& announce,
                        const std::stop_token& stop);

/// The same in a process of its own, until SIGTERM or SIGINT.
Result<void> serve_null(const NullServerPlan& plan, void (*announce)(std::uint16_t tcp_port));

/// An answer with `body_bytes` bytes of body, the usual fields of a static file and its Date at `*date_at`.
std::string null_response(std::size_t body_bytes, std::size_t* date_at);

}  // namespace httparity
