#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "wire/framing.h"

namespace httparity {

/// The size that a chunk's first line, without its line end, gives (RFC 9112, section 7.1): 2^64-1 where it is larger,
/// nullopt where the line has no reading. What is odd about the line is noted.
std::optional<std::uint64_t> read_chunk_size(std::string_view line, Framing& framing);

}  // namespace httparity
