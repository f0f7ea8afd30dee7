#include "compare/findings.h"

namespace httparity {

Side make_side(std::string_view bytes, Span span, std::size_t offset) {
  return {{span.begin + offset, span.end + offset}, std::string(slice(bytes, span).substr(0, kLongestPart))};
}

}  // namespace httparity
