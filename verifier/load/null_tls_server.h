#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "load/null_server.h"

namespace httparity {

/// The null server over TLS 1.3 with a certificate of its own making (for localhost, trusted by nobody). One thread,
/// epoll; of the plan it takes all but the connections and large answers' files. For benchmarks and tests: never
/// returns without an error.
Result<void> serve_null_tls(const NullServerPlan& plan, const std::function<void(std::uint16_t tcp_port)>& announce);

}  // namespace httparity
