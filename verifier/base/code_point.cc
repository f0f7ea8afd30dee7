#include "base/code_point.h"

#include <cstddef>

#include "base/utf8.h"

namespace httparity {

char32_t take_code_point(std::string_view& rest) {
  constexpr unsigned char kLeadBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  const std::size_t length = utf8_length(rest);
  char32_t code_point = length == 0 ? 0xfffd : static_cast<unsigned char>(rest[0]) & kLeadBits[length];
  for (std::size_t i = 1; i < length; ++i) code_point = code_point << 6 | (static_cast<unsigned char>(rest[i]) & 0x3f);
  rest.remove_prefix(length == 0 ? 1 : length);
  return code_point;
}

}  // namespace httparity
