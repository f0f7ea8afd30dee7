#include "wire/exchange.h"

namespace httparity {

const char* fate_name(Fate fate) {
  switch (fate) {
    case Fate::kOpen:
      return "open";
    case Fate::kFin:
      return "fin";
    case Fate::kCut:
      return "cut";
    case Fate::kRst:
      return "rst";
    case Fate::kStall:
      return "stall";
  }
  return "";
}

bool is_complete(const Exchange& exchange) {
  return exchange.response.has_value() && exchange.framing.completeness == Completeness::kComplete;
}

}  // namespace httparity
