#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "learn/learn.h"

namespace httparity {

/// `mask` as it stands in a contract: one line of JSON without its end.
std::string render_mask(const Mask& mask);

/// A patch in unified format that adds the proposals to the masks of the contract in `text`, for `git apply` and `patch
/// -p1`; each with its evidence as comments. Empty where nothing is proposed. The contract is touched nowhere else; an
/// error where it has no object to put masks into.
Result<std::string> render_patch(std::string_view text, const std::string& path,
                                 const std::vector<Proposal>& proposals);

}  // namespace httparity
