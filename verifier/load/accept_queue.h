#pragma once

#include <cstdint>
#include <optional>

#include "load/engine.h"

namespace httparity {

/// The accept queue of a listener: connections that the kernel has made and the server has not taken yet.
struct AcceptQueue {
  std::uint32_t waiting = 0;
  std::uint32_t limit = 0;  ///< what the server gave to listen, or net.core.somaxconn where that is less
};

/// That of the listener at `endpoint`, TCP or a Unix socket, asked of the kernel (sock_diag(7)); of several that share
/// the port the one with the shortest queue. nullopt where it isn't in this network namespace, or the kernel doesn't
/// say.
std::optional<AcceptQueue> accept_queue(const LoadAddress& endpoint);

}  // namespace httparity
