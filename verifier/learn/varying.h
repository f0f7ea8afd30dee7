#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/span.h"

namespace httparity {

/// One place at which texts that are alike in structure differ: its span in each of them.
struct VaryingStretch {
  std::vector<Span> spans;

  friend bool operator==(const VaryingStretch&, const VaryingStretch&) = default;
};

/// `text` cut into pieces that tile it: a date of HTTP, a UUID, a run of bytes that tokens are made of, or one byte.
std::vector<Span> cut_into_pieces(std::string_view text);

/// Where `texts` differ, piece by piece, in order; what all pieces of a place begin or end with up to a `=`, `/`, `-`,
/// `.`,
/// `_` or `:` is no part of the stretch. nullopt where their pieces don't line up: then they differ in structure.
std::optional<std::vector<VaryingStretch>> find_varying(const std::vector<std::string_view>& texts);

}  // namespace httparity
