#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "wire/framing.h"

namespace httparity {

/// Reads a chunked body (RFC 9112, section 7.1) out of pieces of any size, and writes what it finds into a `Framing`.
class ChunkedBody {
 public:
  /// `begin` is the body's offset in the message.
  ChunkedBody(const Limits& limits, std::size_t begin) : limits_(limits), mark_(begin) {}

  /// Appends to `bytes` what belongs to the body and returns how many bytes that were: all of `input`, unless the body
  /// ends within it or a limit is reached (`limit()`).
  std::size_t feed(std::string& bytes, std::string_view input, Framing& framing);

  bool complete() const { return step_ == Step::kComplete; }
  /// The last chunk is there.
  bool in_trailers() const { return step_ == Step::kTrailers; }
  /// No end will be found: all that follows belongs to the last chunk's size line.
  bool bad_framing() const { return step_ == Step::kUnreadable; }
  std::optional<Limit> limit() const { return limit_; }

  /// Writes down what was read of a chunk or trailer section that isn't whole, and the trailer fields. Call once, at
  /// the end of the body or of what there is of it.
  void finish(std::string_view bytes, Framing& framing);

 private:
  enum class Step { kSizeLine, kData, kDataEnd, kTrailers, kComplete, kUnreadable };

  std::size_t feed_size_line(std::string& bytes, std::string_view input, Framing& framing);
  std::size_t feed_data(std::string& bytes, std::string_view input);
  std::size_t feed_data_end(std::string& bytes, std::string_view input, Framing& framing);
  std::size_t feed_trailers(std::string& bytes, std::string_view input);
  void end_chunk(Framing& framing);

  Limits limits_;
  Step step_ = Step::kSizeLine;
  std::size_t mark_;           // where the chunk, or in the trailer section the line, begins
  std::uint64_t missing_ = 0;  // data bytes of this chunk that haven't come
  Chunk chunk_;
  std::size_t trailers_begin_ = 0;
  std::size_t trailer_lines_ = 0;
  std::optional<Limit> limit_;
};

}  // namespace httparity
