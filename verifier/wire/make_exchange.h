#pragma once

#include <string>
#include <string_view>

#include "wire/exchange.h"
#include "wire/limits.h"
#include "wire/response_reader.h"

namespace httparity {

/// How the stream ended for a reader, where the connection's fate is `fate`: a body that the close ends is whole after
/// kFin alone.
StreamEnd stream_end(Fate fate);

/// The exchange that `request` led to when `received` is all that came for it and `fate` was found afterwards: bytes
/// behind the end of the response are surplus.
Exchange make_exchange(std::string request, std::string_view received, Fate fate, const Limits& limits = {});

}  // namespace httparity
