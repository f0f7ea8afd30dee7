#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace httparity {

/// Gathers the few bytes of fixed size that stand before or behind a stream.
template <std::size_t kSize>
class FewBytes {
 public:
  /// Returns how many bytes of `input` were still missing and are now kept.
  std::size_t feed(std::string_view input) {
    const std::size_t taken = std::min(kSize - size_, input.size());
    std::copy_n(input.begin(), taken, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += taken;
    return taken;
  }
  bool full() const { return size_ == kSize; }
  std::string_view view() const { return {bytes_.data(), size_}; }
  void clear() { size_ = 0; }

  std::uint32_t little_endian(std::size_t at) const {
    return byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24;
  }
  std::uint32_t big_endian(std::size_t at) const {
    return byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
  }

 private:
  std::uint32_t byte(std::size_t at) const { return static_cast<unsigned char>(bytes_[at]); }

  std::array<char, kSize> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace httparity
