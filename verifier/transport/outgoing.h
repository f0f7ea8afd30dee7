#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace httparity {

/// How the bytes of one request are cut into sends.
struct WritePlan {
  bool each_byte = false;
  std::vector<std::size_t> offsets = {};  ///< a new send begins at each; rising, those outside the request are ignored
  std::chrono::milliseconds pause{1};     ///< between two sends, so that the peer can see the border

  friend bool operator==(const WritePlan&, const WritePlan&) = default;
};

/// A reader that takes at most `bytes` every `every`. `bytes` 0: as fast as they come.
struct ReadPlan {
  std::size_t bytes = 0;
  std::chrono::milliseconds every{0};

  friend bool operator==(const ReadPlan&, const ReadPlan&) = default;
};

/// One request as it goes out, byte for byte.
struct Outgoing {
  std::string bytes = {};
  WritePlan write = {};
  ReadPlan read = {};
  bool expect_close = false;  ///< wait for the peer's close up to `TimeLimits::idle`, not only for the settle time

  friend bool operator==(const Outgoing&, const Outgoing&) = default;
};

}  // namespace httparity
