#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "wire/span.h"

namespace httparity {

/// The parts of a gzip member's header (RFC 1952, section 2.3), as spans into the stream.
struct GzipHeader {
  Span mtime;  ///< 4 bytes, little endian
  Span xfl;
  Span os;
  Span whole;  ///< up to the deflate data: extra, name, comment and header CRC included
};

/// The header at the start of `stream`; nullopt where it is none or cut.
std::optional<GzipHeader> gzip_header(std::string_view stream);

/// Reads a gzip member's header out of pieces of any size, without keeping it.
class GzipHeaderReader {
 public:
  /// Returns how many bytes of `input` belong to the header.
  std::size_t feed(std::string_view input);

  bool done() const { return part_ == Part::kDone; }
  /// Wrong magic, another method than deflate or a reserved flag.
  bool bad() const { return part_ == Part::kBad; }
  /// The header CRC is there and not the header's.
  bool crc_wrong() const { return crc_wrong_; }

 private:
  enum class Part { kFixed, kExtraSize, kExtra, kName, kComment, kCrc, kDone, kBad };

  std::size_t feed_part(std::string_view input);
  bool collect(std::string_view input, std::size_t size, std::size_t& taken);
  std::size_t to_zero_byte(std::string_view input);
  void end_part();
  bool wants(Part part) const;

  Part part_ = Part::kFixed;
  std::array<unsigned char, 10> few_{};  // bytes of a part of fixed size
  std::size_t few_size_ = 0;
  unsigned flags_ = 0;
  std::size_t extra_left_ = 0;
  std::uint32_t crc_ = 0;
  bool crc_wrong_ = false;
};

}  // namespace httparity
