#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "transport/loopback_server.h"

namespace httparity {

/// What a scripted server does in one step: it reads exactly as many bytes as `request` has, sends `bytes`, then
/// brings `then` about.
struct ScriptedStep {
  std::string request;
  std::string bytes;
  Fate then = Fate::kOpen;
  bool new_connection = false;  ///< the step's request comes on a connection of its own
};

/// Plays `steps` in order, the first on the first connection. Where the client ends a connection, the script goes on
/// with its next one.
LoopbackServer::Handler play_script(std::vector<ScriptedStep> steps);

}  // namespace httparity
