#include "compare/mask_key.h"

#include <fmt/format.h>

namespace httparity {

std::string mask_key(const Mask& mask) {
  if (mask.place == Place()) return fmt::format("{}", fmt::ptr(&mask));
  return fmt::format("{}:{}:{}", mask.place.file, mask.place.line, mask.place.pointer);
}

}  // namespace httparity
