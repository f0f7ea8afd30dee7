#pragma once

#include <string>
#include <vector>

#include "contract/mask.h"

namespace httparity {

/// For tests of the matcher: a date of fixed width, a number of any, and a token of the body behind `before_token`.
inline std::vector<Mask> page_masks(const std::string& before_token) {
  std::vector<Mask> out(3);
  out[0].selector = HeaderSelector{"Date", {}, {}, {}};
  out[0].type = MaskType::kHttpDate;
  out[1].selector = HeaderSelector{"X-Runtime", {}, {}, {}};
  out[1].type = MaskType::kDecimal;
  out[1].any_width = true;
  out[2].selector = BodySelector{before_token, {"\""}};
  out[2].type = MaskType::kBase64;
  return out;
}

}  // namespace httparity
