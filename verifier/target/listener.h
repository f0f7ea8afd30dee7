#pragma once

#include <sys/types.h>

#include "transport/endpoint.h"

namespace httparity {

/// Whose the socket is that listens at an endpoint of this machine.
enum class ListenerOwner {
  kNobody,   ///< nobody listens
  kTree,     ///< a process below the given one holds it
  kForeign,  ///< others hold it
  kUnknown,  ///< the kernel doesn't tell
};

/// Looks it up in /proc, without a connection: who listens on the port (on any address) or path of `endpoint`, and
/// whether a process that descends from `root`, or `root` itself, holds that socket. `root` 0: any listener is foreign.
ListenerOwner find_listener(const Endpoint& endpoint, pid_t root);

}  // namespace httparity
