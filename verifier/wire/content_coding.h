#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/framing.h"
#include "wire/gzip_header.h"
#include "wire/limits.h"

namespace httparity {

enum class DecodeStatus {
  kDecoded,    ///< every layer ended properly (its trailer may still be odd: see notes)
  kTruncated,  ///< a stream stops before its end
  kCorrupt,    ///< a stream can't be read
  kTooLarge,   ///< a cap was reached; `limit` says which
  kUnknown,    ///< a coding that nobody here knows
};

/// The word in reports, such as "truncated".
const char* decode_status_name(DecodeStatus status);

/// What a stream shows that its plaintext doesn't.
enum class CodingNote {
  kSeveralMembers,  ///< gzip, RFC 1952, section 2.2; zstd frames, RFC 8878, section 3.1
  kHeaderCrcWrong,  ///< the CRC of a gzip header is not the header's
  kTrailerMissing,  ///< gzip CRC32 and ISIZE (or Adler-32) not there or cut, deflate data complete
  kTrailerWrong,    ///< checksum or size is not the plaintext's
  kTrailingBytes,   ///< bytes after the stream's end
  kRawDeflate,      ///< "deflate" without its zlib wrapper (RFC 1950)
};

/// The word in reports, such as "trailer-wrong".
const char* coding_note_name(CodingNote note);

struct Decoded {
  DecodeStatus status = DecodeStatus::kDecoded;
  std::string plaintext;          ///< all that could be decoded; empty with kUnknown
  std::vector<CodingNote> notes;  ///< of all layers, in the order of the enumeration, each once
  std::optional<Limit> limit;
  std::vector<std::string> codings;  ///< in lower case, as applied, outermost last; identity left out

  friend bool operator==(const Decoded&, const Decoded&) = default;
};

/// The codings that the Content-Encoding fields of `response` name, in lower case and as applied: the outermost is
/// last. "identity" and empty members are left out.
std::vector<std::string> content_codings(const Message& response);

/// Undoes `codings`, last first: gzip and x-gzip, deflate (with and without wrapper), br, zstd. Memory beside the
/// plaintext is a fixed amount for each layer (at most its window: 32 KiB, 16 MiB for br, 8 MiB for zstd), and no
/// layer, inner ones included, gives more than `limits` allow.
Decoded decode(std::string_view payload, std::vector<std::string> codings, const Limits& limits = {});

/// Decodes `payload` under the Content-Encoding fields of `response` (RFC 9110, section 8.4).
Decoded decode_content(const Message& response, std::string_view payload, const Limits& limits = {});

}  // namespace httparity
