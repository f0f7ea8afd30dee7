#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compare/masked_text.h"

namespace httparity {

/// What masks of any width did to the length of a body. Where it `explains`, the payloads are equal outside of the
/// masks and at least one masked place of any width shows another value.
struct LengthShift {
  bool explains = false;
  bool coded = false;                 ///< the payload is content-coded: its length follows no simple rule
  std::int64_t moved = 0;             ///< bytes that the port's payload has more, by masks of any width alone
  std::size_t reference_payload = 0;  ///< bytes without chunk framing
  std::size_t port_payload = 0;
  std::vector<StretchPair> places;  ///< of any width, in the payloads (without `coded`)
};

/// These two Content-Length values differ by exactly what masks moved; of a coded payload, each fits its own.
bool explains_length(const LengthShift& shift, std::string_view reference, std::string_view port);

/// Chunks of the reference and the port end in places that answer each other: offsets into the payloads.
bool explains_border(const LengthShift& shift, std::size_t reference, std::size_t port);

}  // namespace httparity
