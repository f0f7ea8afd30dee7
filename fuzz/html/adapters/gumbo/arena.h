#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

/// Zeroed memory for one parse at a time: from one block, given back all at once, and from the heap once that is full.
class Arena {
 public:
  /// With `bytes` 0 everything comes from the heap, where sanitizers and heap fills see it.
  explicit Arena(std::size_t bytes) : block_(new char[bytes]), bytes_(bytes) {}

  void* allocate(std::size_t size) {
    constexpr std::size_t kAlign = alignof(std::max_align_t);
    const std::size_t taken = (std::max<std::size_t>(size, 1) + kAlign - 1) / kAlign * kAlign;
    if (size > bytes_ || taken > bytes_ - used_) return std::calloc(1, size);
    void* const memory = block_.get() + used_;
    used_ += taken;
    return std::memset(memory, 0, size);
  }
  void release(void* memory) {
    const auto* const byte = static_cast<const char*>(memory);
    if (byte < block_.get() || byte >= block_.get() + bytes_) std::free(memory);
  }
  /// Nothing that was allocated is used any more.
  void reset() { used_ = 0; }

 private:
  std::unique_ptr<char[]> block_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};
