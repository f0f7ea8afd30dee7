#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "http/request.h"
#include "http/wire.h"

namespace room {

/// Answers one request. Called from every event loop at once.
using Respond = std::function<Reply(Request&)>;

/// Serves on 127.0.0.1:`port` with one event loop a thread until SIGTERM or SIGINT. Requests of a connection are
/// answered in order. Empty when it ended so, else why it couldn't begin.
std::string serve(std::uint16_t port, unsigned threads, const Respond& respond);

}  // namespace room
