#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fuzz/html/case.h"

namespace httparity::html {

/// Says of each candidate whether it still shows what is being reduced. A round's candidates come as one batch.
using StillShows = std::function<std::vector<bool>(std::span<const HtmlCase>)>;

struct Reduction {
  HtmlCase minimal;             ///< shows it still; without any one of its tokens it doesn't
  std::uint64_t evaluated = 0;  ///< how many candidates were asked for
};

/// Makes `input`, which shows it, as small and as plain as it goes: whole tokens are deleted (delta debugging, down to
/// one-token minimality), then attributes and single characters outside of tag names; then names become those of
/// their class, texts "x", and the context goes where it can. At most `max_evaluations` candidates.
Reduction reduce(const HtmlCase& input, const StillShows& still_shows, std::uint64_t max_evaluations = 20000);

}  // namespace httparity::html
