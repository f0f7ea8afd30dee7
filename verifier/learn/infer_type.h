#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "contract/mask.h"

namespace httparity {

/// What values that vary have in common.
struct InferredType {
  MaskType type = MaskType::kNone;
  std::optional<std::size_t> length;  ///< where all are equally long and long enough for that to mean something
  bool any_width = false;             ///< they are not equally long
  bool looks_fresh = false;           ///< so long and so random in look that one that repeats is no accident

  friend bool operator==(const InferredType&, const InferredType&) = default;
};

/// The narrowest type that all of `values` fit; nullopt where none does. The answer doesn't hang on chance: a short
/// value that happens to look like hex or base64 is a token.
std::optional<InferredType> infer_type(const std::vector<std::string_view>& values);

}  // namespace httparity
