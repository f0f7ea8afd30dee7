#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "load/engine.h"

namespace httparity {

/// A socket that doesn't block, on its way to a target.
struct Opening {
  enum class State {
    kConnecting,  ///< under way: writable when it is decided, then `socket_error` says how
    kConnected,
    kLater,   ///< the accept queue of a Unix socket is full (connect doesn't wait there): to be tried again
    kFailed,  ///< `error` and `what` say why
  };

  State state = State::kFailed;
  Descriptor fd;
  LoadError error = LoadError::kConnectLocal;
  std::string what;  ///< with the cure
};

/// Begins to connect to `endpoint`, from source number `turn` modulo their count.
Opening open_connecting(const LoadAddress& endpoint, const std::vector<LoadAddress>& sources, std::size_t turn);

/// The pending error of a socket (SO_ERROR): 0 where the connect has succeeded.
int socket_error(int fd);

/// What a failed connect means, and the cure.
std::string connect_words(int why);

}  // namespace httparity
