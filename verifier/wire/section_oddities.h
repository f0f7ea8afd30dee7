#pragma once

#include <string_view>
#include <vector>

#include "wire/framing.h"

namespace httparity {

/// Notes what is odd in a head or trailer section, `section` of `bytes` with its `fields`; a line that ends with LF
/// alone is noted as `lf_only`.
void note_section_oddities(std::string_view bytes, Span section, const std::vector<Field>& fields, Oddity lf_only,
                           Framing& framing);

}  // namespace httparity
