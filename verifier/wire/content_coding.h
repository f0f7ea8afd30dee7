#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/framing.h"
#include "wire/limits.h"

namespace httparity {

enum class DecodeStatus {
  kDecoded,    ///< every layer ended properly (a gzip trailer may still be odd: see notes)
  kTruncated,  ///< a stream stops before its end
  kCorrupt,    ///< a stream can't be read
  kTooLarge,   ///< a cap was reached; `limit` says which
  kUnknown,    ///< a coding that nobody here knows
};

/// What a stream shows that its plaintext doesn't.
enum class CodingNote {
  kSeveralMembers,  ///< gzip, RFC 1952, section 2.2
  kTrailerMissing,  ///< gzip CRC32 and ISIZE (or Adler-32) not there, deflate data complete
  kTrailerWrong,    ///< checksum or size is not the plaintext's
  kTrailingBytes,   ///< bytes after the stream's end
  kRawDeflate,      ///< "deflate" without its zlib wrapper (RFC 1950)
};

const char* coding_note_name(CodingNote note);

struct Decoded {
  DecodeStatus status = DecodeStatus::kDecoded;
  std::string plaintext;  ///< all that could be decoded
  std::vector<CodingNote> notes;
  std::optional<Limit> limit;
  std::vector<std::string> codings;  ///< as applied, outermost last

  friend bool operator==(const Decoded&, const Decoded&) = default;
};

/// Decodes `payload` under the Content-Encoding fields of `response` (RFC 9110, section 8.4): gzip and x-gzip, deflate
/// (with and without wrapper), br, zstd, identity, stacked. Memory stays within `limits`.
Decoded decode_content(const Message& response, std::string_view payload, const Limits& limits = {});

/// The parts of a gzip member's header (RFC 1952, section 2.3), as spans into the stream.
struct GzipHeader {
  Span mtime;  ///< 4 bytes, little endian
  Span xfl;
  Span os;
  Span whole;  ///< up to the deflate data: extra, name, comment and header CRC included
};

/// The header at the start of `stream`; nullopt where it is none or cut.
std::optional<GzipHeader> gzip_header(std::string_view stream);

}  // namespace httparity
