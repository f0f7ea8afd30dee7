#pragma once

#include <cstdint>

#include "base/result.h"

namespace httparity {

/// A port of 127.0.0.1 that is free now. Another program could take it before a server does; then that server is not
/// the one that listens, which whoever starts it has to find out.
Result<std::uint16_t> free_tcp_port();

}  // namespace httparity
