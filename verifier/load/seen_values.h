#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace httparity {

/// Remembers the last values of masks that must be fresh, as 64-bit digests: at least the last `window` of them and
/// at most twice as many, 16 bytes each. Threads may share it. Two different values pass for a repeat once in some
/// 10^12 at a full window.
class SeenValues {
 public:
  explicit SeenValues(std::size_t window = 1U << 20) : window_(window) {}

  /// False where `value` of mask number `mask` was seen before.
  bool insert(std::size_t mask, std::string_view value);

 private:
  struct Table {
    std::vector<std::uint64_t> slots;  // open addressing, 0 is empty; never more than half full
    std::size_t used = 0;

    bool contains(std::uint64_t digest) const;
    void add(std::uint64_t digest);
  };

  std::mutex mutex_;
  std::size_t window_;
  Table now_;
  Table before_;
};

}  // namespace httparity
