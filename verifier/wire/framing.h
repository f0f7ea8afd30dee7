#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/limits.h"
#include "wire/message.h"

namespace httparity {

/// How the end of a response's body is found (RFC 9112, section 6.3).
enum class BodyEnd {
  kNone,     ///< no body whatever the fields say: to HEAD, 1xx, 204, 304, 2xx to CONNECT
  kLength,   ///< Content-Length
  kChunked,  ///< chunked is the last transfer coding
  kClose,    ///< the close of the connection
};

/// Whether the end was found.
enum class Completeness {
  kComplete,
  kTruncated,   ///< the connection ended or fell silent first
  kBadFraming,  ///< a chunk size line, or what stands behind a chunk's data, has no reading: there is no end to be
                ///< found
  kLimit,       ///< a cap of `Limits` was reached; `Framing::limit` says which
};

/// One departure from the grammar, seen and kept as a value; never an error by itself.
enum class Oddity {
  kNoReasonPhrase,
  kBadStatusLine,          ///< no "HTTP/d.d ddd" at its start
  kBytesBeforeStatusLine,  ///< empty lines or stray bytes
  kLfOnlyLine,             ///< a line of the head that ends with LF alone
  kFoldedField,            ///< obs-fold
  kNulByte,
  kBareCr,
  kFieldWithoutColon,
  kSpaceBeforeColon,
  kEmptyFieldName,
  kBadFieldName,  ///< a byte before the colon that no token has, such as a blank or a byte above 0x7E
  kTwoEqualLengths,
  kTwoUnequalLengths,
  kLengthList,         ///< "5, 5" in one line
  kLengthNotDigits,    ///< signed, empty or with other bytes: no length
  kLengthTooLarge,     ///< more than 64 bits hold: a body that never ends
  kLengthWithChunked,  ///< Content-Length beside Transfer-Encoding
  kChunkedNotLast,
  kUnknownTransferCoding,
  kTransferEncodingInHttp10,
  kLengthOnBodiless,   ///< Content-Length where no body may follow (204, 1xx); legal for HEAD and 304
  kChunkedOnBodiless,  ///< Transfer-Encoding there
  kChunkExtension,
  kChunkSizeLeadingZeros,
  kChunkSizeTooLarge,  ///< more than 64 bits hold: a chunk that never ends
  kChunkSizePadded,    ///< blanks behind the size
  kLfOnlyChunkLine,    ///< in a size line, behind chunk data or in the trailer section
  kBadChunkLine,
  kMissingChunkEnd,  ///< something else than a line end behind the chunk data
  kTrailerFields,
  kTruncatedHead,
  kTruncatedBody,
  kMissingLastCrlf,  ///< all chunks are there, the blank line behind the trailer section is not
};

/// The word for it in reports, such as "lf-only-line".
const char* oddity_name(Oddity oddity);

/// One chunk: its size line with line end, its data, the line end behind the data. Spans into Message::bytes. Where the
/// framing can't be read, the last of them is all size line: everything from there on.
struct Chunk {
  Span size_line;  ///< size and extensions, line end included
  Span data;
  Span data_end;  ///< the CRLF behind the data; empty for the last chunk (size 0)
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// How the end of one response was found.
struct Framing {
  BodyEnd body_end = BodyEnd::kNone;
  Completeness completeness = Completeness::kTruncated;
  std::optional<Limit> limit;                   ///< with kLimit only
  std::optional<std::uint64_t> content_length;  ///< with kLength: the length that holds, 2^64-1 where it is too large
  std::vector<Chunk> chunks;     ///< with kChunked: tile the body up to the trailer section, last chunk included
  std::vector<Field> trailers;   ///< field lines of the trailer section
  Span trailer_end;              ///< the blank line that ends a chunked body; cut short: CR or nothing
  std::vector<Oddity> oddities;  ///< in the order of the enumeration, each once

  friend bool operator==(const Framing&, const Framing&) = default;
};

/// What the head of `response` says about its framing, and the head's oddities; `method` is the request's
/// (RFC 9112, section 6.3). Completeness is kComplete where no body may follow, else kTruncated: the body isn't looked
/// at.
Framing framing_of_head(const Message& response, std::string_view method);

/// Notes `oddity`, keeping the list in order and free of repeats.
void add_oddity(Framing& framing, Oddity oddity);

/// The payload of `response`: its body without chunk framing (still content-coded). For kChunked the data of all chunks
/// joined, else the body itself.
std::string payload(const Message& response, const Framing& framing);

}  // namespace httparity
