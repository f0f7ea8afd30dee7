#pragma once

#include <cstddef>
#include <vector>

#include "load/engine.h"

namespace httparity {

/// A socket that doesn't block, with its connect under way (or done), from source number `turn` modulo their count.
/// The caller owns the descriptor. An Error names the cure where one of our own limits is the cause.
Result<int> open_connecting(const LoadAddress& endpoint, const std::vector<LoadAddress>& sources, std::size_t turn);

/// The pending error of a socket (SO_ERROR): 0 where the connect has succeeded.
int socket_error(int fd);

}  // namespace httparity
