#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"

namespace httparity {

/// The null server over TLS 1.3 with a certificate of its own making: every blank line that comes is answered with
/// `response`. One thread, epoll, a port of the kernel's choice on 127.0.0.1. For benchmarks: never returns without an
/// error.
Result<void> serve_null_tls(const std::string& response, const std::function<void(std::uint16_t tcp_port)>& announce);

}  // namespace httparity
