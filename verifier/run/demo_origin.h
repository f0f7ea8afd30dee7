#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "compare/difference.h"
#include "transport/loopback_server.h"
#include "wire/exchange.h"

namespace httparity {

/// A fault that the demo's origin can be made to have: in the answers to `target` that begin with `status`, the first
/// `from` becomes `to`; then the connection ends as `then` says.
struct PlantedFault {
  DifferenceKind kind;  ///< what it must be found as, and nothing else
  const char* about;
  std::string_view target;
  std::string_view status;
  std::string_view from;
  std::string_view to;
  Fate then = Fate::kOpen;
};

/// One for each kind of difference.
std::span<const PlantedFault> planted_faults();

/// What one of the demo's servers answers to `request`. `salt` makes what is fresh in it (date, cookie, nonce, tag) its
/// own, `ordinal` new for each answer. Without `fault` (nullptr) as it should be.
std::string demo_answer(std::string_view request, std::string_view salt, std::uint64_t ordinal,
                        const PlantedFault* fault);

/// Serves `demo_answer` over keep-alive connections.
LoopbackServer::Handler serve_demo(std::string salt, const PlantedFault* fault);

}  // namespace httparity
