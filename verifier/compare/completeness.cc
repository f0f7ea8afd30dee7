#include "compare/completeness.h"

#include <fmt/format.h>

namespace httparity {
namespace {

std::optional<Unknown> reached_limit(const Exchange& exchange, const char* side) {
  if (exchange.framing.completeness != Completeness::kLimit) return std::nullopt;
  return Unknown{UnknownReason::kLimit, fmt::format("the {}'s answer is larger than --limit {} allows", side,
                                                    exchange.framing.limit ? limit_name(*exchange.framing.limit) : "")};
}

UnknownReason reason_of(const Exchange& exchange) {
  switch (exchange.fate) {
    case Fate::kRst:
      return UnknownReason::kReset;
    case Fate::kOpen:
    case Fate::kStall:
      return UnknownReason::kTimeout;
    case Fate::kFin:
    case Fate::kCut:
      return exchange.response || !exchange.interims.empty() ? UnknownReason::kTruncated : UnknownReason::kNoResponse;
  }
  return UnknownReason::kTruncated;
}

}  // namespace

std::optional<Unknown> find_unknown(const Exchange& reference, const Exchange& port) {
  if (auto limit = reached_limit(reference, "reference")) return limit;
  if (auto limit = reached_limit(port, "port")) return limit;
  if (is_complete(reference)) return std::nullopt;
  if (reference.framing.completeness == Completeness::kBadFraming) {
    return Unknown{UnknownReason::kBadFraming, "the end of the reference's answer can't be found"};
  }
  return Unknown{reason_of(reference),
                 fmt::format("the reference's answer is {}; its connection: {}",
                             reference.response ? "incomplete" : "absent", fate_name(reference.fate))};
}

}  // namespace httparity
