#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/engine.h"
#include "load/request_set.h"

namespace httparity {

/// An answer with `body_bytes` bytes of body, the usual fields of a static file and its Date at `*date_at`.
std::string null_response(std::size_t body_bytes, std::size_t* date_at);

/// The workload of one GET that is answered with `response`. Its Date is masked as a date, and so is what `masks`
/// select. Fails where `response` isn't a whole answer or doesn't fit the masks.
Result<std::vector<RequestSet>> null_workload(const std::string& response, std::vector<Mask> masks = {});

/// 127.0.0.1 at `tcp_port`.
LoadAddress loopback_address(std::uint16_t tcp_port);

}  // namespace httparity
