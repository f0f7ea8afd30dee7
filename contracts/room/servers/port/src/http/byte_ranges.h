#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace room {

/// The bytes from `first` to `last`, both in it.
struct ByteRange {
  std::int64_t first;
  std::int64_t last;
  std::int64_t size() const { return last - first + 1; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// The ranges that a Range field asks of `size` bytes, as Rack reads it: nullopt where there is none or it is
/// malformed (all bytes then), empty where none can be satisfied or they sum to more than the whole.
std::optional<std::vector<ByteRange>> byte_ranges(const std::string* field, std::int64_t size);

/// `bytes 0-9/100`.
std::string content_range(const ByteRange& range, std::int64_t size);

}  // namespace room
