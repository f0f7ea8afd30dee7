#pragma once

#include <cstddef>

namespace httparity {

inline constexpr std::size_t kKibibyte = 1024;
inline constexpr std::size_t kMebibyte = 1024 * kKibibyte;

/// What a peer may make us hold. Each can be set; reaching one is reported by its name (`limit_name`).
struct Limits {
  std::size_t head_bytes = 256 * kKibibyte;
  std::size_t fields = 1000;                ///< in a head, and again in a trailer section
  std::size_t line_bytes = 64 * kKibibyte;  ///< its line end included
  std::size_t interim_responses = 16;
  std::size_t trailer_bytes = 64 * kKibibyte;
  std::size_t chunk_line_bytes = 4 * kKibibyte;
  std::size_t chunks = 1'000'000;
  std::size_t body_bytes = 64 * kMebibyte;  ///< on the wire, chunk framing included
  std::size_t decoded_bytes = 256 * kMebibyte;
  std::size_t decoded_ratio = 1000;                ///< decoded bytes for each encoded byte read so far
  std::size_t decoded_free_bytes = 8 * kMebibyte;  ///< up to here the ratio isn't judged
  std::size_t window_bytes = 8 * kMebibyte;        ///< of a zstd frame (RFC 9659)
  std::size_t codings = 3;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Which limit was reached.
enum class Limit {
  kHeadBytes,
  kFields,
  kLineBytes,
  kInterimResponses,
  kTrailerBytes,
  kChunkLineBytes,
  kChunks,
  kBodyBytes,
  kDecodedBytes,
  kDecodedRatio,
  kWindowBytes,
  kCodings,
};

/// The word for it in reports and options, such as "head-bytes".
const char* limit_name(Limit limit);

}  // namespace httparity
