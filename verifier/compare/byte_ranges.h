#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/message.h"

namespace httparity {

/// A part of a representation: `bytes` stand at `first` of a whole of `complete_length` (nullopt: "*").
struct RangePart {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< its last byte, as Content-Range says
  std::optional<std::uint64_t> complete_length;
  std::string_view bytes;
};

/// The parts of a 206 with this payload: the one of its Content-Range, or those of multipart/byteranges (RFC 9110,
/// sections 14.4 and 14.6); nullopt where that can't be read. Views into `payload`.
std::optional<std::vector<RangePart>> range_parts(const Message& response, std::string_view payload);

/// All parts are slices of `whole`, at their places and with its length.
bool are_slices(const std::vector<RangePart>& parts, std::string_view whole);

}  // namespace httparity
