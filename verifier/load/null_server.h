#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace httparity {

/// A server with as little work as a kernel allows: it answers every blank line that comes with prepared bytes, so
/// that in a benchmark the client is the limit. One thread, io_uring; answers of 8 KB and more are page references
/// (sendfile), which cost the same whatever their size.
struct NullServerPlan {
  std::uint16_t tcp_port = 0;  ///< on 127.0.0.1; 0: the kernel's choice
  std::string response;        ///< the whole answer
  std::vector<std::string>
      variants;                  ///< further answers, sent in turn with `response`; they have the Date in its place
  std::size_t date_at = 0;       ///< offset in `response` of an IMF-fixdate to be kept current; 0: none
  std::uint64_t flip_every = 0;  ///< every so many answers one bit of one byte is wrong; 0: never
  std::uint64_t flip_seed = 1;
  std::size_t connections = 8192;     ///< at most
  std::chrono::microseconds spin{0};  ///< so long it asks again before it sleeps: with a processor of its own alone
};

/// Serves until a stop, on the calling thread. `announce` is called with the port once it listens.
Result<void> serve_null(const NullServerPlan& plan, const std::function<void(std::uint16_t tcp_port)>& announce,
                        const std::stop_token& stop);

}  // namespace httparity
