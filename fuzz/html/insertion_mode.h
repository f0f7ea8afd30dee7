#pragma once

#include <string>

#include "fuzz/html/pair.h"

namespace httparity::html {

/// Where a difference begins: the token after which both sides first part, and the insertion mode in which the
/// reference stood before it.
struct Guilt {
  std::string token;
  std::string mode;
};

/// Replays `input`, which differs, token by token. The mode is guessed from where a comment would land in the
/// reference's tree; "" where that can't be told.
Guilt find_guilt(Pair& pair, const HtmlCase& input);

}  // namespace httparity::html
